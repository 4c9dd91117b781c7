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

interface WhoProps {
  id: string | null;
  name: string;
  nameKana: string;
  note: string | null;
  portraitUrl?: string | null;
}

interface PlaceProps extends WhoProps {
  /** While several are chosen. */
  isChosen?: boolean | undefined;
  onChoose: (residentId: string | null) => void;
}

export function Place({ isChosen, onChoose, ...who }: PlaceProps) {
  const box = isChosen === undefined ? {} : { role: 'checkbox', 'aria-checked': isChosen };
  return (
    <li className={who.id === null ? 'place-all' : undefined}>
      <button type="button" {...box} onClick={() => onChoose(who.id)}>
        <Who {...who} />
      </button>
    </li>
  );
}

/** Visible but disabled, so that users do not keep looking. */
export const NoPlace = (who: WhoProps) => (
  <li className={who.id === null ? 'place-not place-all' : 'place-not'}>
    <Who {...who} />
  </li>
);

/** The reading first, for people who cannot read the name yet. */
const Who = ({ id, name, nameKana, note, portraitUrl = null }: WhoProps) => (
  <>
    <Avatar id={id} name={name} portraitUrl={portraitUrl} />
    <span className="beside gap-0-3">
      {nameKana !== '' && <small className="reading soft">{toHiragana(nameKana)}</small>}
      <b>{name}</b>
      {note && <small className="soft">{note}</small>}
    </span>
  </>
);
