import type { Readable } from 'node:stream';
import type { Client, SFTPWrapper } from 'ssh2';
import { codeOf } from '#lib/errors.ts';

/** For one answer, or the next piece of a file: a line may be slow, but not silent. */
const SILENCE_MS = 120_000;
/** One of SFTP's status codes. */
const NO_SUCH_FILE = 2;

export type Calls = ReturnType<typeof callsOf>;

/** Each with a limit to the silence, and failing at once when the line is lost. */
export function callsOf(client: Client, sftp: SFTPWrapper) {
  let lost: Error | null = null;
  const waiting = new Set<(error: Error) => void>();
  const lose = (error: Error): void => {
    lost ??= error;
    for (const reject of waiting) reject(lost);
  };
  sftp.on('error', lose);
  client.on('error', lose).on('close', () => lose(new Error('the connection was closed')));

  const asked = <T>(
    ask: (done: (error?: Error | null, value?: T) => void, alive: () => void) => void,
  ) =>
    new Promise<T>((resolve, reject) => {
      if (lost) {
        reject(lost);
        return;
      }
      const silent = setTimeout(() => fail(new Error('no answer')), SILENCE_MS);
      const over = (): void => {
        clearTimeout(silent);
        waiting.delete(fail);
      };
      const fail = (error: Error): void => {
        over();
        reject(error);
      };
      waiting.add(fail);
      ask(
        (error, value) => {
          if (error) fail(error);
          else {
            over();
            resolve(value as T);
          }
        },
        () => void silent.refresh(),
      );
    });
  const orMissing = <T>(asking: Promise<T>, missing: T): Promise<T> =>
    asking.catch((error: unknown) => {
      if (codeOf(error) === NO_SUCH_FILE) return missing;
      throw error;
    });

  return {
    isThere: (file: string): Promise<boolean> =>
      orMissing(
        asked<unknown>((done) => sftp.stat(file, done)).then(() => true),
        false,
      ),
    entries: (folder: string) =>
      orMissing(
        asked<Parameters<Parameters<SFTPWrapper['readdir']>[1]>[1]>((done) =>
          sftp.readdir(folder, done),
        ),
        [],
      ),
    makeFolder: (folder: string) =>
      asked<undefined>((done) => sftp.mkdir(folder, { mode: 0o700 }, done)),
    put: (file: string, to: string) =>
      asked<undefined>((done, alive) => sftp.fastPut(file, to, { mode: 0o600, step: alive }, done)),
    read: (file: string): Readable =>
      // Also when the connection ends before the file is closed; its reader has an own listener.
      sftp.createReadStream(file).on('error', () => undefined),
    rename: (from: string, to: string) =>
      // OpenSSH's replaces an existing file in one step; others have none.
      asked<undefined>((done) => {
        try {
          sftp.ext_openssh_rename(from, to, done);
        } catch {
          sftp.rename(from, to, done);
        }
      }),
    async sync(file: string): Promise<void> {
      const handle = await asked<Buffer>((done) => sftp.open(file, 'r+', done));
      await asked<undefined>((done) => {
        try {
          sftp.ext_openssh_fsync(handle, done);
        } catch {
          done(); // the server has no such thing
        }
      });
      await asked<undefined>((done) => sftp.close(handle, done));
    },
    remove: (file: string) =>
      orMissing(
        asked<undefined>((done) => sftp.unlink(file, done)),
        undefined,
      ),
  };
}
