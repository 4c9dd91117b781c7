/** The first request's job worker stays when code is reloaded. */
async function startBackground(server, rt) {
  const background = await server.ssrLoadModule('/src/server/background.ts');
  return background.startBackground(rt);
}

/** In development, our front handler runs as a Vite middleware. */
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
          if ((await answerInFront(req, res, path, rt)) !== 'answered') next();
        } catch (error) {
          next(error);
        }
      });
    },
  },
};
