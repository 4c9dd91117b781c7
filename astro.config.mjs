import { defineConfig } from 'astro/config';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { frontInDevelopment } from './scripts/astro-front-dev.mjs';
import { ownRoutes } from './scripts/astro-own-routes.mjs';
import { precompress } from './scripts/astro-precompress.mjs';

/**
 * Makes src/entry/main.ts the entry of the build, so that our http.Server and
 * Astro's pages live in one module graph: one database handle, one cache.
 */
const ownEntry = {
  name: 'own-entry',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        ...getAdapter({ staticHeaders: false }),
        serverEntrypoint: new URL('./src/entry/main.ts', import.meta.url),
      }),
  },
};

/**
 * Left outside the build, React would run its development half wherever NODE_ENV is not set,
 * and take twice as long for a page.
 */
const fastReact = {
  name: 'fast-react',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command !== 'build') return;
      process.env.NODE_ENV = 'production'; // a build that tests begin would mix the halves
      const define = { 'process.env.NODE_ENV': JSON.stringify('production') };
      const noExternal = [/^react/, '@nanostores/react', '@uppy/react'];
      updateConfig({ vite: { define, ssr: { noExternal } } });
    },
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), fastReact, ownEntry, ownRoutes, precompress, frontInDevelopment],
  session: false,
  logger: { entrypoint: './scripts/astro-log.mjs' },
  devToolbar: { enabled: false },
  // Our own server checks the origin of every write against PUBLIC_URL.
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' blob: data:",
      ],
    },
  },
  build: { inlineStylesheets: 'auto' },
  markdown: { syntaxHighlight: false },
  prefetch: false,
});
