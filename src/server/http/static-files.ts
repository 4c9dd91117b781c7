import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { ROOT } from '#server/root.ts';
import type { Coding } from './compress.ts';
import { acceptedCoding } from './compress.ts';
import type { ReadyPage } from './ready-pages.ts';
import { readyPage, sendReady } from './ready-pages.ts';
import type { Headers } from './safe-response.ts';

const HASHED = '/_astro/';
const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3600;
/** It runs for the whole site, and storage is refused in a sandbox. */
const SERVICE_WORKER = '/adminstaff/share-worker.js';
/** Apart from pages, only what compiles a decoder in a worker of its own may do so. */
const DECODER_WORKER = /^\/_astro\/heic\.worker-[\w-]+\.js$/;
const COMPRESSED = /\.(?:br|gz)$/;

const DECODER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

type ReadyFile = Record<Coding | 'plain', ReadyPage>;

/** @returns false if the path is not a build file */
type ServeFile = (req: IncomingMessage, res: ServerResponse, path: string) => boolean;

/**
 * The build's files in memory (4 MB, of which a decoder takes 2): clients hold no file open, and a
 * new build does not affect this server. Range requests get the whole file.
 * @param always headers of every response
 */
export function staticFiles(always: Headers, folder = path.join(ROOT, 'dist/client')): ServeFile {
  const files = readFiles(always, folder);
  return (req, res, path) => {
    const file = files.get(path);
    if (!file || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
    sendReady(req, res, file[acceptedCoding(req) ?? 'plain']);
    return true;
  };
}

function readFiles(always: Headers, folder: string): Map<string, ReadyFile> {
  const files = new Map<string, ReadyFile>();
  if (!existsSync(folder)) return files;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || COMPRESSED.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    files.set(name, readFile(always, file, name));
  }
  return files;
}

/** Names under _astro contain a hash. */
const cacheControl = (name: string): string =>
  name.startsWith(HASHED)
    ? `public, max-age=${YEAR_SECONDS}, immutable`
    : `public, max-age=${HOUR_SECONDS}`;

/** Files have that of everything that is no page, but for two kinds of workers. */
function policyOf(name: string): Headers {
  if (name === SERVICE_WORKER) return { 'Content-Security-Policy': "default-src 'none'" };
  return DECODER_WORKER.test(name) ? { 'Content-Security-Policy': DECODER_POLICY } : {};
}

function readFile(always: Headers, file: string, name: string): ReadyFile {
  const isCompressed = existsSync(`${file}.br`);
  const own = {
    'Content-Type': CONTENT_TYPES[path.extname(name)] ?? 'application/octet-stream',
    'Cache-Control': cacheControl(name),
    ...(isCompressed && { Vary: 'Accept-Encoding' }),
    ...policyOf(name),
  };
  const plain = readyPage(always, own, readFileSync(file), null);
  if (!isCompressed) return { plain, br: plain, gzip: plain };
  const br = readyPage(always, own, readFileSync(`${file}.br`), 'br');
  return { plain, br, gzip: readyPage(always, own, readFileSync(`${file}.gz`), 'gzip') };
}
