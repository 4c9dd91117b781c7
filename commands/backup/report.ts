import type { BucketAddress } from '#server/s3/parse-bucket-address.ts';
import type { Built } from './build.ts';
import type { Damage } from './collect.ts';

const SHOWN = 20;
const MIB = 1024 * 1024;

const lineOf = ({ path, damage, rescued }: Damage): string =>
  `  ${damage}: ${path}${rescued ? ' (intact in the backup)' : ' (NOT IN THE BACKUP)'}`;

export function reportOf({
  at,
  files,
  bytes,
  found,
  snapshots,
  stuck,
  photoStore,
}: Built & { at: string; stuck: string[]; photoStore?: BucketAddress | undefined }): {
  text: string;
  isGood: boolean;
} {
  const again = snapshots > 1 ? `, after ${snapshots} snapshots` : '';
  const size = `${files} files, ${(bytes / MIB).toFixed(1)} MiB${again}`;
  const photos = photoStore
    ? `\nPhotos are not in it: they stay in the bucket ${photoStore.bucket}. Let it keep old versions longer than the oldest backup.`
    : '';
  const old = stuck.map((one) => `\nNot removed, though it is old enough: ${one}`).join('');
  if (found.length === 0) {
    return { text: `Backup taken: ${at} (${size})${photos}${old}`, isGood: stuck.length === 0 };
  }
  const lines = [
    `Backup taken, but ${found.length} files of the data folder are missing or damaged: ${at} (${size})`,
    ...found.slice(0, SHOWN).map(lineOf),
    ...(found.length > SHOWN ? [`  … and ${found.length - SHOWN} more`] : []),
    'Older backups are kept. See docs/operations/backup.ja.md.',
  ];
  return { text: lines.join('\n') + old, isGood: false };
}
