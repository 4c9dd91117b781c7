import { useStore } from '@nanostores/react';
import { useDeferredValue, useState } from 'react';
import { MAX_RESIDENTS } from '#domains/item/item-limits.ts';
import { placeNote, takesPhotos } from '#domains/people/consent.ts';
import type { LifeState } from '#domains/people/life.ts';
import { LIFE_MARKS } from '#domains/people/life.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { $others, $residents } from '#stores/items.ts';
import { Sheet } from '#islands/Sheet.tsx';
import { Avatar } from './Avatar.tsx';
import { OthersLine } from './OthersLine.tsx';

interface Props {
  title: string;
  except?: string | null | undefined;
  /** To look at photos: those without consent have some as well. */
  isToSee?: boolean;
  onChoose: (residentId: string | null) => void;
  /** Offers to choose several residents. */
  onSeveral?: ((residentIds: string[]) => void) | undefined;
  onClose: () => void;
}

const SEARCH_FROM = 10;
/** Those in view answer the thumb; the others follow. */
const FIRST_SHOWN = 8;

/** Asks whose photos these are, with no default. */
export function PlaceDialog(props: Props) {
  const { title, except, isToSee = false, onSeveral, onClose } = props;
  const residents = useStore($residents);
  const areAllHere = useStore($others).count === 0;
  const [text, setText] = useState('');
  const [several, setSeveral] = useState<readonly string[] | null>(null);
  const onChoose = (id: string | null): void => {
    if (several === null || id === null) props.onChoose(id);
    else setSeveral(toggled(several, id));
  };
  const most = useDeferredValue(Infinity, FIRST_SHOWN);
  const found = residents
    .filter((resident) => resident.id !== except && isMeant(resident, text.trim()))
    .slice(0, most);
  const canChoose = (resident: ResidentShort): boolean => isToSee || takesPhotos(resident);
  return (
    <Sheet title={title} onClose={onClose}>
      {residents.length >= SEARCH_FROM && (
        <input
          className="control place-search"
          type="search"
          value={text}
          placeholder="お名前・ふりがな・お部屋で探す"
          aria-label="入居者を探す"
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {onSeveral && several === null && (
        <button type="button" className="text-button" onClick={() => setSeveral([])}>
          いっしょに写っている方を選ぶ
        </button>
      )}
      <ul className="places">
        {except !== null && text === '' && several === null && (
          <Place {...EVERYONE} onChoose={onChoose} />
        )}
        {found.filter(canChoose).map(({ id, name, room, portraitUrl, state }) => (
          <Place
            key={id}
            {...{ id, name, portraitUrl, onChoose }}
            note={noteOf(room, state)}
            isChosen={several?.includes(id)}
          />
        ))}
        {found
          .filter((resident) => !canChoose(resident))
          .map((resident) => (
            <NoPlace key={resident.id} {...resident} />
          ))}
      </ul>
      <OthersLine />
      {found.length === 0 && areAllHere && <p>当てはまる方がいません。</p>}
      {onSeveral && several && <SeveralBar several={several} onSeveral={onSeveral} />}
    </Sheet>
  );
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

interface SeveralProps {
  several: readonly string[];
  onSeveral: (residentIds: string[]) => void;
}

/** Stays in view while the list scrolls. */
function SeveralBar({ several, onSeveral }: SeveralProps) {
  const isGood = several.length > 0 && several.length <= MAX_RESIDENTS;
  return (
    <div className="places-several">
      <p role="status" className="soft">
        {several.length > MAX_RESIDENTS
          ? `一度に選べるのは${MAX_RESIDENTS}人までです。`
          : '写っている方を、すべて選んでください。'}
      </p>
      <button
        type="button"
        className="button"
        aria-disabled={!isGood}
        onClick={() => isGood && onSeveral([...several])}
      >
        {several.length}人の写真にする
      </button>
    </div>
  );
}

const noteOf = (room: string | null, state: LifeState): string =>
  [room, LIFE_MARKS[state]].filter(Boolean).join('・');

const EVERYONE = { id: null, name: '施設全体', note: 'ご家族みなさまのお便りに載ります' };

interface PlaceProps {
  id: string | null;
  name: string;
  note: string | null;
  portraitUrl?: string | null;
  /** While several are chosen. */
  isChosen?: boolean | undefined;
  onChoose: (residentId: string | null) => void;
}

function Place({ id, name, note, portraitUrl = null, isChosen, onChoose }: PlaceProps) {
  const box = isChosen === undefined ? {} : { role: 'checkbox', 'aria-checked': isChosen };
  return (
    <li className={id === null ? 'place-all' : undefined}>
      <button type="button" {...box} onClick={() => onChoose(id)}>
        <Avatar id={id} name={name} portraitUrl={portraitUrl} />
        <span>
          {name}
          {note && <small>{note}</small>}
        </span>
      </button>
    </li>
  );
}

/** Visible but disabled, so that users do not keep looking. */
function NoPlace({ id, name, portraitUrl, photoConsent }: ResidentShort) {
  return (
    <li className="place-not">
      <Avatar id={id} name={name} portraitUrl={portraitUrl} />
      <span>
        {name}
        <small>{placeNote(photoConsent)}</small>
      </span>
    </li>
  );
}

/** Readings may be stored as katakana. */
const toKatakana = (text: string): string =>
  text.replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));

const isMeant = ({ name, nameKana, room }: ResidentShort, text: string): boolean =>
  [name, toKatakana(nameKana), room ?? ''].some(
    (value) => value.includes(toKatakana(text)) || value.includes(text),
  );
