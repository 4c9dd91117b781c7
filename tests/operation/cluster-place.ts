import { readFileSync } from 'node:fs';
import path from 'node:path';
import { put } from './debian.ts';
import type { Engine } from './engine.ts';
import { projectIn } from './engine.ts';
import { commandsIn } from './handbook.ts';
import { eventually, run } from './part.ts';
import { clientLine } from './visitors.ts';

const DOCUMENT = 'docs/scaling.ja.md';
const COMPOSE = 'deploy/compose.cluster.yaml';
/** Builds have the network of this machine, as in compose.override.yaml. */
const NETWORK = `
services:
  app1: { build: { network: host } }
  app2: { build: { network: host } }
`;
/** What a person does in an editor. */
const EDIT = `
while IFS= read -r line; do
  sed -i "/^\${line%%=*}=/d" .env
  echo "$line" >>.env
done </root/settings
`;

/** The project on one machine with Docker, and what its operator does there. */
export interface Place {
  engine: Engine;
  /** Runs a script in the project's folder, where `tayori` is what the document says. */
  sh: (script: string) => string;
  /** A block of the document, with what a person types in an editor. */
  block: (heading: string, containing: string, replace?: Record<string, string>) => string;
  /** What `nano .env` will write. */
  settings: (values: Record<string, string>) => void;
  /** A client's own step (client-steps.ts), from this machine's network. */
  client: (...args: string[]) => Record<string, number>;
  admin: (command: string) => string;
  /** Until every photo has its sizes. */
  drained: () => Promise<void>;
  /** The text of a file of the project's folder. */
  read: (file: string) => string;
}

export function makePlace(root: string, engine: Engine): Place {
  put(root, 'root/network.yaml', NETWORK);
  put(root, 'root/edit', EDIT);
  const withNetwork = { [COMPOSE]: `${COMPOSE} -f /root/network.yaml` };
  const alias = commandsIn(DOCUMENT, '### Docker で動かす', 'alias', withNetwork);
  const begin = `cd /srv/tsukidayori\nshopt -s expand_aliases\n${alias}`;
  const sh = (script: string): string => engine.sh(begin + script);
  return {
    engine,
    sh,
    block: (heading, containing, replace = {}) =>
      withoutTerminal(commandsIn(DOCUMENT, heading, containing, replace)),
    settings(values) {
      const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
      put(root, 'root/settings', lines.join(''));
    },
    client(...args) {
      const [program = '', ...more] = engine.inNetwork('own', clientLine(...args));
      return JSON.parse(run(program, more)) as Record<string, number>;
    },
    admin: (command) => sh(`tayori exec -T app1 node commands/admin.ts ${command}`),
    async drained() {
      await eventually(() => {
        const count = sh(`${PSQL} --dbname=tayori --command='SELECT count(*) FROM jobs'`);
        if (count !== '0') throw new Error(`${count} jobs are left`);
      });
    },
    read: (file) => readFileSync(path.join(projectIn(root), file), 'utf8'),
  };
}

export const PSQL =
  'tayori exec -T postgres psql --username=tayori --no-align --tuples-only --quiet';

/** Compose asks for it unless told otherwise. */
const withoutTerminal = (script: string): string =>
  script
    .replaceAll(/\bexec (?!-T)/g, 'exec -T ')
    .replaceAll('run --rm', 'run -T --rm')
    .replaceAll('docker exec -T', 'docker exec')
    .replaceAll('nano .env', 'bash /root/edit');
