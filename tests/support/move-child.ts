/** Moves from FROM to TO, files with settings, and is killed before it says line number KILL_AT. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { move } from '../../commands/move/move.ts';
import { readNext, readPresent } from '../../commands/move/settings.ts';

const [from = '', to = '', killAt = ''] = process.argv.slice(2);
const present = parseEnv(readFileSync(from, 'utf8'));
let line = 0;
const say = (): void => {
  if (line++ === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};
await move(readPresent(present), readNext(to, present), { say });
