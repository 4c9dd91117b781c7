import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { within } from './debian.ts';
import { eventually, run } from './part.ts';

/** A real Docker engine in namespaces of its own, within a Debian. */
export interface Engine {
  /** Of its Debian. */
  root: string;
  /** Runs a script within the Debian. @returns its output */
  sh: (script: string, ...args: string[]) => string;
  /** The command line of a program of this machine in a network of the engine's. */
  inNetwork: (network: 'own' | `client${number}`, command: string[]) => string[];
  /** Of a container. */
  memory: (id: string) => Memory;
  stop: () => Promise<void>;
}

interface Memory {
  /** Of the processes, without the file cache, MB. */
  processesMb: number;
  kills: number;
}

const PARENT = 'tsukidayori-operation';
const CGROUPS = '/sys/fs/cgroup';
/** The engine's two clients; each has a network of its own. */
const CLIENTS = `
  ip link set lo up
  for n in 1 2; do
    ip netns add client$n
    ip link add wire$n type veth peer name eth0 netns client$n
    ip addr add 10.90.$n.1/24 dev wire$n
    ip addr add fd90:$n::1/64 dev wire$n nodad
    ip link set wire$n up
    ip -n client$n addr add 10.90.$n.2/24 dev eth0
    ip -n client$n addr add fd90:$n::2/64 dev eth0 nodad
    ip -n client$n link set eth0 up
  done
`;

/**
 * @param network of this machine, for what a build downloads, or its own with two clients and
 *   nothing else
 */
export async function startEngine(root: string, network: 'machine' | 'own'): Promise<Engine> {
  const isOwn = network === 'own';
  const options = isOwn ? [] : ['--bridge=none', '--iptables=false', '--ip6tables=false'];
  const daemon = ['dockerd', ...options, '--cgroup-parent', `/${PARENT}`];
  const [program = '', ...args] = within(root, daemon, ...(isOwn ? ['--net'] : []));
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (said = (said + text).slice(-9999)));
  const ended = once(child, 'close');
  const pid = (): string => childOf(child.pid ?? 0);
  const sh = (script: string, ...more: string[]): string =>
    run('nsenter', [`-t${pid()}`, '-m', '-p', '-n', 'bash', '-ec', script, 'bash', ...more]);
  await eventually(() => sh('docker version')).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`dockerd did not start: ${said}`, { cause: error });
  });
  if (isOwn) sh(CLIENTS);
  return {
    root,
    sh,
    inNetwork: (name, command) => {
      const handle = name === 'own' ? 'ns/net' : `root/run/netns/${name}`;
      return ['nsenter', `--net=/proc/${pid()}/${handle}`, ...command];
    },
    memory: readMemory,
    async stop() {
      process.kill(Number(pid()), 'SIGTERM');
      await ended;
      removeGroups();
    },
  };
}

export function childOf(pid: number): string {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  if (children === '') throw new Error('it has ended');
  return children.split(' ', 1)[0] ?? '';
}

/** In both versions of control groups. */
function readMemory(id: string): Memory {
  const first = path.join(CGROUPS, 'memory', PARENT, id);
  const second = path.join(CGROUPS, PARENT, id);
  const isFirst = readdirSync(CGROUPS).includes('memory');
  const group = isFirst ? first : second;
  const number = (file: string, name: string): number => {
    const text = readFileSync(path.join(group, file), 'utf8');
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  return {
    processesMb: number('memory.stat', isFirst ? 'total_rss' : 'anon') / 2 ** 20,
    kills: number(isFirst ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
  };
}

/** What Docker leaves behind. */
function removeGroups(): void {
  for (const top of [CGROUPS, ...readdirSync(CGROUPS).map((name) => path.join(CGROUPS, name))]) {
    remove(path.join(top, PARENT));
  }
}

function remove(group: string): void {
  try {
    for (const entry of readdirSync(group, { withFileTypes: true })) {
      if (entry.isDirectory()) remove(path.join(group, entry.name));
    }
    rmdirSync(group);
  } catch {
    // It was never made, or is in use.
  }
}

/** Where the project is put. */
export function projectIn(root: string): string {
  const folder = path.join(root, 'srv');
  mkdirSync(folder, { recursive: true });
  return path.join(folder, 'tsukidayori');
}
