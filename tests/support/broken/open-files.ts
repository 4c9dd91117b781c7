import { readFile, readdir, readlink } from 'node:fs/promises';

/** Its local and remote address in hexadecimal, and its number. */
const CONNECTION = /^\s*\d+: \w+:\w+ \w+:(\w+) (?:\S+\s+){6}(\d+)/;

/** Of a process; connections to a store of photos do not count, since some stay open. */
export async function countOpenFiles(pid: number, store: string | undefined): Promise<number> {
  const names = await readdir(`/proc/${pid}/fd`);
  if (store === undefined) return names.length;
  const kept = await connectionsTo(Number(new URL(store).port));
  const files = await Promise.all(
    names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')),
  );
  return files.filter((file) => !kept.has(file)).length;
}

/** As a process's files name them. */
async function connectionsTo(port: number): Promise<Set<string>> {
  const found = new Set<string>();
  for (const line of (await readFile('/proc/net/tcp', 'utf8')).split('\n')) {
    const [, remote, inode] = CONNECTION.exec(line) ?? [];
    if (remote !== undefined && parseInt(remote, 16) === port) found.add(`socket:[${inode}]`);
  }
  return found;
}
