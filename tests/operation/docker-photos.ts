import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCorpus } from '../support/corpus.ts';
import { PASSWORD } from '../support/factories.ts';
import { phonePhoto } from '../bench/upload.ts';
import type { Engine } from './engine.ts';
import { projectIn } from './engine.ts';
import { CONTAINER_MB } from './image.ts';
import { LONGEST_MS, pause } from './part.ts';
import { clientLine, startClient } from './visitors.ts';

const PHOTOS = 200;
const PHONE_PIXELS = 5e6;
const SAMPLE_MS = 200;

/** Sends photos to the container. @param id of it @returns the memory it took */
export async function sendPhotos(engine: Engine, id: string, email: string): Promise<string> {
  const idleMb = Math.round(engine.memory(id).processesMb);
  const { files, kind } = await photos(engine);
  const args = ['send', String(PHOTOS), email, PASSWORD, files.join(':')];
  const sender = startClient(engine.inNetwork('own', clientLine(...args)));
  const uploads = path.join(projectIn(engine.root), 'data/uploads');
  const until = performance.now() + LONGEST_MS;
  let mostMb = 0;
  // Until every photo has its sizes, after which its upload is deleted.
  while (sender.isRunning() || holdsFiles(uploads)) {
    if (performance.now() > until) throw new Error('the photos are not ready');
    mostMb = Math.max(mostMb, engine.memory(id).processesMb);
    await pause(SAMPLE_MS);
  }
  const { seconds } = (await sender.finish()) as { seconds: number };
  const { kills } = engine.memory(id);
  if (kills > 0) throw new Error(`${kills} processes were killed for want of memory`);
  return `${PHOTOS} ${kind} photos in ${seconds} s within ${CONTAINER_MB} MB: ${idleMb} MB idle, at most ${Math.round(mostMb)} MB, none killed`;
}

const holdsFiles = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

/** Real ones of the size that phones take, if there are any. */
async function photos(engine: Engine): Promise<{ files: string[]; kind: string }> {
  const real = readCorpus('photos').filter(
    ({ width, height, expected, name }) =>
      expected === 'accept' && width * height > PHONE_PIXELS && /\.jpe?g$/i.test(name),
  );
  if (real.length > 0) return { files: real.map(({ file }) => file), kind: 'real' };
  const file = path.join(engine.root, 'root/photo.jpg');
  writeFileSync(file, await phonePhoto());
  return { files: [file], kind: 'drawn' };
}
