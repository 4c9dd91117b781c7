import { fileURLToPath } from 'node:url';

const RENDERER = '@astrojs/react/server.js';
const LAZY = fileURLToPath(new URL('react-renderer.mjs', import.meta.url));

/** React's half for the server takes 1 MB of source, and most servers answer families first. */
const plugin = {
  name: 'lazy-react',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== RENDERER || importer === LAZY) return null;
    return LAZY;
  },
};

/** Loads React with the first page that has an island, instead of with the server. */
export const lazyReact = {
  name: 'lazy-react',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command === 'build') updateConfig({ vite: { plugins: [plugin] } });
    },
  },
};
