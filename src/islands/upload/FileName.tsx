import { splitFileName } from '#lib/file-name.ts';

/** At most 16em wide, with the end always visible (domain.md#looks). */
export function FileName({ name }: { name: string }) {
  const { stem, end } = splitFileName(name);
  return (
    <span className="file-name" title={name}>
      <span className="file-stem">{stem}</span>
      <span className="file-end">{end}</span>
    </span>
  );
}
