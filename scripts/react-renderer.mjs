const load = async () => (await import('@astrojs/react/server.js')).default;

/** In place of React's renderer until a page has an island (astro-lazy-react.mjs). */
export default {
  name: '@astrojs/react',
  async check(...island) {
    return (await load()).check.apply(this, island);
  },
  async renderToStaticMarkup(...island) {
    return (await load()).renderToStaticMarkup.apply(this, island);
  },
  supportsAstroStaticSlot: true,
};
