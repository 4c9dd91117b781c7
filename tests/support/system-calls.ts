import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/** One call of a process to its kernel; the times only say what came before what. */
export interface SystemCall {
  name: string;
  /** As strace writes them: files and connections by their names. */
  args: string;
  began: number;
  ended: number;
}

const TRACED =
  'fsync,fdatasync,rename,renameat,renameat2,write,writev,pwrite64,pwritev,sendto,sendmsg,unlink,unlinkat';

const LINE = /^(\d+) +(.*)$/;
const WHOLE = /^(\w+)\((.*)\) += (-?\d+)/;
const UNFINISHED = /^(\w+)\((.*) <unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/;

/** Whether strace is here and may look at a process that runs: it then stays until it is ended. */
export function canTrace(): boolean {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  const looking = spawnSync('strace', ['-p', String(other.pid)], { timeout: 500 });
  other.kill();
  return (looking.error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT';
}

/**
 * Writes down what a process and its children ask of the kernel while `work` runs.
 * @param file for strace to write into
 */
export async function trace(
  pid: number,
  file: string,
  work: () => Promise<void>,
): Promise<SystemCall[]> {
  const args = ['-f', '-yy', '-s', '64', '-e', `trace=${TRACED}`, '-o', file, '-p', String(pid)];
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(strace, 'exit');
  // It says when it is attached to all threads.
  await once(strace.stderr, 'data');
  try {
    await work();
  } finally {
    strace.kill('SIGINT');
    await ended;
  }
  return parseTrace(await readFile(file, 'utf8'));
}

/** The calls that succeeded, in the order of their ends. */
function parseTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<string, SystemCall>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, pid = '', rest = ''] = LINE.exec(line) ?? [];
    const [, name, args = '', result] = WHOLE.exec(rest) ?? [];
    if (name !== undefined && !result?.startsWith('-')) {
      calls.push({ name, args, began: at, ended: at });
      continue;
    }
    const [, begun, first = ''] = UNFINISHED.exec(rest) ?? [];
    if (begun !== undefined) open.set(pid, { name: begun, args: first, began: at, ended: at });
    const [, resumed, more = '', end] = RESUMED.exec(rest) ?? [];
    const call = open.get(pid);
    if (resumed === undefined || call?.name !== resumed) continue;
    open.delete(pid);
    if (!end?.startsWith('-')) calls.push({ ...call, args: call.args + more, ended: at });
  }
  return calls;
}
