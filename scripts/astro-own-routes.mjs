const NOT_FOUND = './src/pages/api/[...path].ts';

/** The only one of Astro's routes that we use: form actions. */
const ACTIONS = '/_actions/[...path]';

/** Removes Astro's image endpoint, which decodes images for anyone, and its server islands. */
export const ownRoutes = {
  name: 'own-routes',
  hooks: {
    'astro:config:setup': ({ updateConfig }) =>
      updateConfig({
        // Otherwise sharp would be bundled.
        image: {
          endpoint: { route: '/_image', entrypoint: NOT_FOUND },
          service: { entrypoint: 'astro/assets/services/noop', config: {} },
        },
      }),
    'astro:build:ssr': ({ manifest }) => {
      manifest.routes = manifest.routes.filter(
        ({ routeData: { origin, route } }) => origin === 'project' || route === ACTIONS,
      );
    },
  },
};
