import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { HOST_NAME } from './debian.ts';
import { childOf } from './engine.ts';
import { eventually, run } from './part.ts';

/** A booted Debian in a network of its own, which holds nothing else. */
export interface Machine {
  /** Runs a script as root. @returns its output */
  sh: (script: string) => string;
  /** The command line of a program of this machine in the Debian's network. */
  inNetwork: (command: string[]) => string[];
  reboot: () => Promise<void>;
  stop: () => Promise<void>;
}

/** @throws if it does not boot */
export async function boot(root: string): Promise<Machine> {
  let booted = start(root);
  const sh = (script: string): string =>
    run('nsenter', [`-t${booted.leader()}`, ...'-m -u -i -n -p bash -ec'.split(' '), script]);
  // Not all of what a whole machine has can start in a container.
  const isUp = () =>
    eventually(() => sh('systemctl is-system-running --wait | grep -E "^(running|degraded)$"'));
  const end = async (how: string): Promise<void> => {
    sh(`systemctl ${how}`);
    await booted.ended;
  };
  await isUp().catch((error: unknown) => {
    booted.child.kill('SIGKILL');
    throw error;
  });
  return {
    sh,
    inNetwork: (command) => ['nsenter', `--net=/proc/${booted.leader()}/ns/net`, ...command],
    async reboot() {
      await end('reboot');
      booted = start(root);
      await isUp();
    },
    stop: () => end('poweroff'),
  };
}

interface Booted {
  child: ChildProcess;
  /** Its process changes while it starts. */
  leader: () => string;
  ended: Promise<unknown>;
}

function start(root: string): Booted {
  const quiet = ['--quiet', '--register=no', '--keep-unit'];
  const args = [
    ...quiet,
    '--private-network',
    '--boot',
    `--hostname=${HOST_NAME}`,
    '--directory',
    root,
  ];
  const death = ['--pdeathsig', 'KILL', 'systemd-nspawn'];
  const child = spawn('setpriv', [...death, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)));
  }
  const ended = once(child, 'close');
  const leader = (): string => {
    if (child.exitCode !== null) throw new Error(`it has ended: ${said}`);
    return childOf(child.pid ?? 0);
  };
  return { child, leader, ended };
}
