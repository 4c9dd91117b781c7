import { splitFileName } from '#lib/file-name.ts';

/** A file's name, at most 16em wide, its end and ending always seen (domain.md#looks). */
export function FileName({ name }: { name: string }) {
  const { stem, end } = splitFileName(name);
  return (
    <span className="file-name" title={name}>
      <span className="file-stem">{stem}</span>
      <span className="file-end">{end}</span>
    </span>
  );
}
