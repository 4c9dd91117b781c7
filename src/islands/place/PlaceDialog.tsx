import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { placeNote, takesPhotos } from '#features/resident/consent.ts';
import type { ResidentShort } from '#features/resident/resident.ts';
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
  onClose: () => void;
}

const SEARCH_FROM = 10;

/** Asks whose photos these are, with no default. */
export function PlaceDialog({ title, except, isToSee = false, onChoose, onClose }: Props) {
  const residents = useStore($residents);
  const areAllHere = useStore($others).count === 0;
  const [text, setText] = useState('');
  const found = residents.filter(
    (resident) => resident.id !== except && isMeant(resident, text.trim()),
  );
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
      <ul className="places">
        {except !== null && text === '' && <Place {...EVERYONE} onChoose={onChoose} />}
        {found.filter(canChoose).map(({ id, name, room, portraitUrl }) => (
          <Place key={id} {...{ id, name, portraitUrl, onChoose }} note={room} />
        ))}
        {found
          .filter((resident) => !canChoose(resident))
          .map((resident) => (
            <NoPlace key={resident.id} {...resident} />
          ))}
      </ul>
      <OthersLine />
      {found.length === 0 && areAllHere && <p>当てはまる方がいません。</p>}
    </Sheet>
  );
}

const EVERYONE = { id: null, name: '施設全体', note: 'ご家族みなさまのお便りに載ります' };

interface PlaceProps {
  id: string | null;
  name: string;
  note: string | null;
  portraitUrl?: string | null;
  onChoose: (residentId: string | null) => void;
}

function Place({ id, name, note, portraitUrl = null, onChoose }: PlaceProps) {
  return (
    <li className={id === null ? 'place-all' : undefined}>
      <button type="button" onClick={() => onChoose(id)}>
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
