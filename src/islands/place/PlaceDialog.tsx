import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { placeNote, takesPhotos } from '#features/resident/consent.ts';
import type { ResidentShort } from '#features/resident/resident.ts';
import { $residents } from '#stores/items.ts';
import { Sheet } from '#islands/Sheet.tsx';
import { Avatar } from './Avatar.tsx';

interface Props {
  title: string;
  except?: string | null | undefined;
  onChoose: (residentId: string | null) => void;
  onClose: () => void;
}

const SEARCH_FROM = 10;

/** Asks whose photos these are, with no default. */
export function PlaceDialog({ title, except, onChoose, onClose }: Props) {
  const residents = useStore($residents);
  const [text, setText] = useState('');
  const found = residents.filter(
    (resident) => resident.id !== except && isMeant(resident, text.trim()),
  );
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
        {except !== null && text === '' && (
          <li className="place-all">
            <button type="button" onClick={() => onChoose(null)}>
              <Avatar id={null} name="施設全体" />
              <span>
                施設全体
                <small>ご家族みなさまのお便りに載ります</small>
              </span>
            </button>
          </li>
        )}
        {found.filter(takesPhotos).map(({ id, name, room, portraitUrl }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              <Avatar id={id} name={name} portraitUrl={portraitUrl} />
              <span>
                {name}
                {room && <small>{room}</small>}
              </span>
            </button>
          </li>
        ))}
        {found
          .filter((resident) => !takesPhotos(resident))
          .map((resident) => (
            <NoPlace key={resident.id} {...resident} />
          ))}
      </ul>
      {found.length === 0 && <p>当てはまる方がいません。</p>}
    </Sheet>
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
