import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Engine } from './engine.ts';

/** An address of the engine's network, which containers reach too. */
export const ADDRESS = '10.90.1.1';

/** A server of this machine, as those in the engine's network see it. */
interface Outside {
  /** With the port. */
  host: string;
  close: () => Promise<void>;
}

/**
 * The two networks share nothing but the file system, so a socket in it joins them: programs of
 * their own pass on, since the tests wait for the engine's commands.
 */
export async function offer(engine: Engine, port: number): Promise<Outside> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-outside-'));
  const socket = path.join(folder, 'socket');
  const near = start([process.execPath, import.meta.filename, 'near', socket, String(port)]);
  await firstLine(near);
  const far = start(
    engine.inNetwork('own', [process.execPath, import.meta.filename, 'far', socket]),
  );
  return {
    host: `${ADDRESS}:${await firstLine(far)}`,
    async close() {
      for (const child of [far, near]) {
        const ended = once(child, 'close');
        child.stdin?.end();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const start = ([program = '', ...args]: string[]): ChildProcess =>
  spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [said] = (await once(stdout ?? process.stdin, 'data')) as [Buffer];
  return said.toString().trim();
}

function passOn(to: () => Socket): Server {
  return createServer((client) => {
    const target = to();
    for (const [from, into] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on('error', () => into.destroy());
      from.pipe(into);
    }
  });
}

if (import.meta.main) {
  const [end, socket = '', port] = process.argv.slice(2);
  const server =
    end === 'near'
      ? passOn(() => connect(Number(port), '127.0.0.1')).listen(socket)
      : passOn(() => connect(socket)).listen(0, ADDRESS);
  await once(server, 'listening');
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : address);
  await once(process.stdin.resume(), 'end');
  process.exit();
}
