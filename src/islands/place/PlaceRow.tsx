import { OWN_FAMILY_ONLY, isForOwnFamily, placeNote } from '#domains/people/consent.ts';
import { LIFE_MARKS } from '#domains/people/life.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { BREAK } from '#lib/break.ts';
import { toHiragana } from '#lib/kana.ts';
import { Avatar } from './Avatar.tsx';

export function noteOf(resident: ResidentShort, isToSee: boolean): string {
  const { room, state, photoConsent } = resident;
  const mark = isForOwnFamily(resident) ? OWN_FAMILY_ONLY : placeNote(photoConsent);
  return [room, LIFE_MARKS[state], isToSee ? null : mark].filter(Boolean).join('・');
}

export const EVERYONE = {
  id: null,
  name: '施設全体',
  nameKana: '',
  note: `ご家族みなさまの${BREAK}お便りに${BREAK}載ります`,
};

interface PlaceProps {
  id: string | null;
  name: string;
  nameKana: string;
  note: string | null;
  portraitUrl?: string | null;
  /** While several are chosen. */
  isChosen?: boolean | undefined;
  onChoose: (residentId: string | null) => void;
}

export function Place({ portraitUrl = null, isChosen, onChoose, ...who }: PlaceProps) {
  const { id, name, nameKana, note } = who;
  const box = isChosen === undefined ? {} : { role: 'checkbox', 'aria-checked': isChosen };
  return (
    <li className={id === null ? 'place-all' : undefined}>
      <button type="button" {...box} onClick={() => onChoose(id)}>
        <Avatar id={id} name={name} portraitUrl={portraitUrl} />
        <span className="beside">
          <Reading of={nameKana} />
          <b>{name}</b>
          {note && <small>{note}</small>}
        </span>
      </button>
    </li>
  );
}

/** Visible but disabled, so that users do not keep looking. */
export function NoPlace({
  id,
  name,
  nameKana,
  note,
  portraitUrl = null,
}: Omit<PlaceProps, 'onChoose'>) {
  return (
    <li className={id === null ? 'place-not place-all' : 'place-not'}>
      <Avatar id={id} name={name} portraitUrl={portraitUrl} />
      <span className="beside">
        <Reading of={nameKana} />
        <b>{name}</b>
        <small>{note}</small>
      </span>
    </li>
  );
}

/** First, for who cannot read the name yet. */
const Reading = ({ of }: { of: string }) =>
  of !== '' && <small className="reading">{toHiragana(of)}</small>;
