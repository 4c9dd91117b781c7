/** The job worker of the first request survives reloads. */
async function startBackground(server, rt) {
  const background = await server.ssrLoadModule('/src/entry/background.ts');
  return background.startBackground(rt);
}

/** Our front handler as a Vite middleware. */
export const frontInDevelopment = {
  name: 'front-in-development',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use(async (req, res, next) => {
        try {
          const { runtime } = await server.ssrLoadModule('/src/server/runtime.ts');
          const { answerInFront } = await server.ssrLoadModule('/src/entry/front.ts');
          const path = (req.url ?? '/').split('?', 1)[0];
          const rt = await runtime();
          globalThis.tsukidayoriBackground ??= await startBackground(server, rt);
          if (!(await answerInFront(req, res, path, rt))) next();
        } catch (error) {
          next(error);
        }
      });
    },
  },
};
