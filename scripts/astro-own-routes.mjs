/** What answers instead of Astro's image endpoint: the JSON 404 of paths that are not there. */
const NOT_FOUND = './src/pages/api/[...path].ts';

/** The one route that Astro adds and that we use: our form actions. */
const ACTIONS = '/_actions/[...path]';

/**
 * Keeps Astro's own routes out of the build: its image endpoint, which decodes pictures in the
 * server's process for anyone who asks, and its server islands. We use neither.
 */
export const ownRoutes = {
  name: 'own-routes',
  hooks: {
    'astro:config:setup': ({ updateConfig }) =>
      updateConfig({
        // Without these the endpoint and sharp would be in the build, if out of reach.
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
