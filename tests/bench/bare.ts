import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** An answer as ours was sent, for `bare.ts` to repeat. */
export interface Bare {
  path: string;
  file: string;
  /** Names and values in turn. */
  fields: string[];
}

/** `node bare.ts PORT ANSWERS`: what Node's own server costs for the same bytes and headers. */
const [port, answers = ''] = process.argv.slice(2);
const given = JSON.parse(readFileSync(answers, 'utf8')) as Bare[];
const ready = new Map(
  given.map(({ path, file, fields }) => [path, { fields, body: readFileSync(file) }]),
);

createServer((req, res) => {
  const found = ready.get(req.url ?? '');
  if (!found) {
    res.writeHead(404).end();
    return;
  }
  res.writeHead(200, found.fields);
  res.end(found.body);
}).listen(Number(port), '127.0.0.1');
