import { useStore } from '@nanostores/react';
import { whoMustNotBeOn } from '#domains/people/consent.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { $residents } from '#stores/items.ts';
import './place.css';

const NONE: ResidentShort[] = [];

/** With photos of 施設全体, which every family sees (domain.md#consent). */
export function WhoMustNot() {
  const asked = whoMustNotBeOn(useStore($residents, { ssr: () => NONE }));
  if (!asked) return null;
  return (
    <details className="who-must-not">
      <summary>{asked.question}</summary>
      {asked.groups.map(({ head, names }) => (
        <p key={head}>
          {head}：{names}
        </p>
      ))}
    </details>
  );
}
