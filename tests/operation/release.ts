import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findCommit } from '../../scripts/astro-version.mjs';
import { makeRelease } from '../../scripts/release.ts';
import { SERVER_ARGS } from '../../scripts/server-command.ts';
import { freePort } from '../support/server.ts';

const MEMORY = '1G';
const START_MS = 60_000;
const POLL_MS = 50;

/** Unpacks a release, and runs server and commands with its own Node and no other program. */
export async function tryRelease(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-release-'));
  try {
    const archive = await makeRelease(folder);
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const top = path.join(folder, 'tsukidayori');
    const [unpacked = ''] = execFileSync('du', ['-sm', top], { encoding: 'utf8' }).split('\t');
    const said = await run(top, path.join(folder, 'data'));
    return `${Math.round(statSync(archive).size / 1e6)} MB packed, ${unpacked} MB unpacked; ${said}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(top: string, data: string): Promise<string> {
  const port = String(await freePort());
  const env = { PATH: '/nonexistent', DATA_DIR: data, PORT: port, READY_FREE_MB: '0' };
  const node = path.join(top, 'node_modules/node/bin/node');
  const [limit, ...command] = limited([node, ...SERVER_ARGS]);
  const started = performance.now();
  const server = spawn(command[0] ?? node, command.slice(1), { cwd: top, env });
  const ended = once(server, 'close');
  const health = await healthy(`http://127.0.0.1:${port}/healthz`, server);
  const ms = Math.round(performance.now() - started);
  const commands = [
    ['commands/admin.ts', 'status'],
    ['commands/backup.ts'],
    ['commands/verify.ts'],
  ];
  for (const args of commands) {
    const { status, stderr } = spawnSync(node, args, { cwd: top, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  }
  server.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the server exited with ${code}`);
  const { release, commit } = JSON.parse(
    readFileSync(path.join(top, 'dist/version.json'), 'utf8'),
  ) as Record<string, string>;
  const isOfHere = commit !== '' && commit === findCommit();
  if (!isOfHere || health.version !== `${release}+${commit}`) {
    throw new Error(`/healthz says ${health.version}, git ${findCommit()}`);
  }
  return `version ${health.version} answered after ${ms} ms${limit}`;
}

/** Memory limited where systemd-run can. @returns a note, and the command */
function limited(command: string[]): [string, ...string[]] {
  const scope = ['--scope', '--quiet', '-p', `MemoryMax=${MEMORY}`, '-p', 'MemorySwapMax=0'];
  const canLimit = spawnSync('systemd-run', [...scope, 'true']).status === 0;
  if (!canLimit) return ['', ...command];
  return [` in ${MEMORY}`, '/usr/bin/systemd-run', ...scope, ...command];
}

async function healthy(
  url: string,
  server: { exitCode: number | null },
): Promise<{ version: string }> {
  const until = performance.now() + START_MS;
  while (performance.now() < until && server.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return (await answer.json()) as { version: string };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('the server did not answer');
}
