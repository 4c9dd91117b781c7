import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { whoMustNotBeOn } from '#domains/people/consent.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { $others, $residents } from '#stores/items.ts';
import { loadOthers } from '#stores/items-loading.ts';
import '#islands/notices/notices.css';

const NONE: ResidentShort[] = [];

/** With photos of 施設全体, which every family sees (domain.md#consent): of all, or not at all. */
export function WhoMustNot() {
  const asked = whoMustNotBeOn(useStore($residents, { ssr: () => NONE }));
  const areAllHere = useStore($others).count === 0;
  useEffect(() => void loadOthers(), []);
  if (!asked || !areAllHere) return null;
  return (
    <details className="photo-notices">
      <summary className="unmarked">{asked.question}</summary>
      {asked.groups.map(({ head, names }) => (
        <p key={head}>
          {head}：{names}
        </p>
      ))}
    </details>
  );
}
