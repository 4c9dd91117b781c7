import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json|txt|wasm|webmanifest|html)$/;
const MIN_BYTES = 500;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** At the highest level, at the end of a build. */
export const precompress = {
  name: 'precompress',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      const names = await readdir(folder, { recursive: true });
      for (const name of names.filter((name) => COMPRESSIBLE.test(name))) {
        const file = path.join(folder, name);
        const content = await readFile(file);
        if (content.length < MIN_BYTES) continue;
        await writeFile(`${file}.br`, await brotli(content));
        await writeFile(`${file}.gz`, await gzip(content, { level: 9 }));
      }
    },
  },
};
