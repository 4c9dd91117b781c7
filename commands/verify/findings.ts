const KINDS = {
  database: 'the database itself is damaged: restore a backup',
  missing: 'files that rows refer to: the photo cannot be shown',
  damaged: 'files whose content has changed',
  unfinished: 'photos with missing variants and no job to make them',
  nothing: 'references to photos that do not exist',
  foreign: 'files that no row refers to',
  leftover: 'obsolete files that were not removed',
  temporary: 'partial files of a crashed server: removed at its next start',
} as const;

export type Kind = keyof typeof KINDS;

export interface Finding {
  kind: Kind;
  what: string;
  detail?: string;
}

export interface Verification {
  rows: number;
  files: number;
  bytes: number;
  /** Files too recent to check. */
  onTheirWay: number;
  findings: Finding[];
}

const SHOWN = 20;
const MIB = 1024 * 1024;

/** For people. */
export function readable({ rows, files, bytes, onTheirWay, findings }: Verification): string {
  const young = onTheirWay > 0 ? `, ${onTheirWay} too recent to check` : '';
  const sum = `${rows} photos, ${files} files, ${(bytes / MIB).toFixed(1)} MiB${young}`;
  if (findings.length === 0) return `Rows and files agree: ${sum}`;
  const lines = [`${findings.length} findings (${sum})`];
  for (const [kind, meaning] of Object.entries(KINDS)) {
    const those = findings.filter((finding) => finding.kind === kind);
    if (those.length === 0) continue;
    lines.push(`${kind} (${those.length}): ${meaning}`);
    for (const { what, detail } of those.slice(0, SHOWN)) {
      lines.push(`  ${what}${detail === undefined ? '' : `: ${detail}`}`);
    }
    if (those.length > SHOWN) lines.push(`  … and ${those.length - SHOWN} more (all with --json)`);
  }
  return [...lines, 'Nothing was changed. See docs/operations/backup.ja.md.'].join('\n');
}
