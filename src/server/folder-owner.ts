import { statSync } from 'node:fs';

/**
 * For commands beside the server: what they create in its folders must belong to its user, or the
 * server could not change it. Root becomes the owner of the folder; the umask is the caller's.
 * @returns the owner's uid if the process runs as another user and cannot become the owner, else null
 */
export function actAsOwner(folder: string): number | null {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  const own = process.getuid?.();
  if (uid === undefined || gid === undefined || own === undefined || own === uid) return null;
  if (own !== 0) return uid;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  return null;
}

/** @throws Error with one line if the folder belongs to another user */
export function requireOwner(folder: string): void {
  const owner = actAsOwner(folder);
  if (owner === null) return;
  throw new Error(
    `${folder} belongs to another user (uid ${owner}); run this as that user or as root`,
  );
}
