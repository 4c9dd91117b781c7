/** What clients do, as a program that is started in a network of theirs. Answers in JSON. */
import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { Agent, request } from 'node:https';
import { paths } from '#lib/paths.ts';
import { signIn, upload, variantOf } from '../bench/upload.ts';
import { open, signUp } from './client-steps.ts';

export const NAME = 'localhost';
const POLL_MS = 20;

const agent = new Agent({ keepAlive: true });
const base: RequestOptions = { agent, servername: NAME, rejectUnauthorized: false };

/** @returns the status, or the error's code */
function ask(host: string, url: string, body?: string): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = {
      Host: NAME,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ ...base, host, path: url, method, headers }, (res) => {
      res.resume().once('end', () => resolve(res.statusCode ?? 0));
      res.once('error', (error) => resolve(error.message));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // A reload of the proxy ends idle connections; as browsers do, it is asked again on a new one.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(host, url, body));
      else resolve(error.code ?? error.message);
    });
    sent.end(body);
  });
}

/** Asks until standard input ends. @returns the number of each answer, and the longest wait */
async function visit(letter: string): Promise<unknown> {
  let goesOn = true;
  process.stdin.resume().once('end', () => (goesOn = false));
  const answers: Record<string, number> = {};
  let longestMs = 0;
  const visitor = async (kind: string, url: string, body?: string): Promise<void> => {
    while (goesOn) {
      const began = performance.now();
      const key = `${kind} ${await ask('127.0.0.1', url, body)}`;
      longestMs = Math.max(longestMs, performance.now() - began);
      answers[key] = (answers[key] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const invalid = JSON.stringify({ name: '', message: '' });
  await Promise.all([
    ...[1, 2, 3].map(() => visitor('read', letter)),
    ...[1, 2, 3].map(() => visitor('posted', paths.api.contacts, invalid)),
  ]);
  return { answers, longestMs: Math.round(longestMs) };
}

/** Guesses links until it is refused. @returns the statuses of the last guess and its number */
async function guess(host: string, most: string): Promise<unknown> {
  let status: number | string = 0;
  let guesses = 0;
  while (status !== 429 && guesses < Number(most)) {
    const tokens = { residentToken: `${host}${guesses++}`, familyToken: 'wrong' };
    status = await ask(host, paths.letter(202610, tokens));
  }
  return { status, guesses };
}

/** Three photos at a time, as the photo page sends them. @returns the seconds it took */
async function send(
  count: string,
  email: string,
  password: string,
  files: string,
): Promise<unknown> {
  const server = { url: `https://${NAME}` };
  const token = await signIn(server, { email, password });
  const pictures = files.split(':').map((file) => readFileSync(file));
  const began = performance.now();
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < Number(count)) {
      const index = next++;
      const picture = pictures[index % pictures.length] ?? Buffer.alloc(0);
      await upload(server, token, variantOf(picture, index));
    }
  };
  await Promise.all([1, 2, 3].map(sender));
  return { seconds: Math.round((performance.now() - began) / 1000) };
}

const what: Record<string, (...args: string[]) => Promise<unknown>> = {
  ...{ visit, guess, send },
  ...{ signUp, open },
};
if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2);
  console.log(JSON.stringify(await what[name]?.(...args)));
  agent.destroy();
}
