import type { Built } from './build.ts';
import type { Damage } from './collect.ts';

const SHOWN = 20;
const MIB = 1024 * 1024;

const lineOf = ({ path, damage, rescued }: Damage): string =>
  `  ${damage}: ${path}${rescued ? ' (intact in the backup)' : ' (NOT IN THE BACKUP)'}`;

export function reportOf({ at, files, bytes, found, snapshots }: Built & { at: string }): {
  text: string;
  isGood: boolean;
} {
  const again = snapshots > 1 ? `, after ${snapshots} snapshots` : '';
  const size = `${files} files, ${(bytes / MIB).toFixed(1)} MiB${again}`;
  if (found.length === 0) return { text: `Backup taken: ${at} (${size})`, isGood: true };
  const lines = [
    `Backup taken, but ${found.length} files of the data folder are missing or damaged: ${at} (${size})`,
    ...found.slice(0, SHOWN).map(lineOf),
    ...(found.length > SHOWN ? [`  … and ${found.length - SHOWN} more`] : []),
    'Older backups are kept. See docs/operations/backup.ja.md.',
  ];
  return { text: lines.join('\n'), isGood: false };
}
