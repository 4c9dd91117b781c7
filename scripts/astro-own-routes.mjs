/** Replaces Astro's image endpoint by the JSON 404 of unknown paths. */
const NOT_FOUND = './src/pages/api/[...path].ts';

/** The only one of Astro's routes that we use: form actions. */
const ACTIONS = '/_actions/[...path]';

/**
 * Removes Astro's own routes from the build: its image endpoint, which decodes images in the
 * server's process for anyone, and its server islands. We use neither.
 */
export const ownRoutes = {
  name: 'own-routes',
  hooks: {
    'astro:config:setup': ({ updateConfig }) =>
      updateConfig({
        // Otherwise the endpoint and sharp would be bundled, though unreachable.
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
