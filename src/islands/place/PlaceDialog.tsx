import { useStore } from '@nanostores/react';
import { useDeferredValue, useState } from 'react';
import { BREAK } from '#lib/break.ts';
import { MAX_RESIDENTS } from '#domains/item/item-limits.ts';
import { namesOf } from '#domains/item/still-there.ts';
import { placeNote, takesPhotos } from '#domains/people/consent.ts';
import { LIFE_MARKS } from '#domains/people/life.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { searchKey, toHiragana } from '#lib/kana.ts';
import { $others, $residents } from '#stores/items.ts';
import { lastGroup, lastPlaces, notePlaces } from '#stores/last-places.ts';
import { Sheet } from '#islands/Sheet.tsx';
import { Avatar } from './Avatar.tsx';
import { OthersLine } from './OthersLine.tsx';
import { WhoMustNot } from './WhoMustNot.tsx';

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

/** From here on the list is searched, and those chosen last stand first. */
const LONG_FROM = 10;
/** Those in view first, for a quick answer to the tap. */
const FIRST_SHOWN = 8;

/** Asks whose photos these are, with no default. */
export function PlaceDialog(props: Props) {
  const { title, except, isToSee = false, onSeveral, onClose } = props;
  const residents = useStore($residents);
  const areAllHere = useStore($others).count === 0;
  const [text, setText] = useState('');
  const [several, setSeveral] = useState<readonly string[] | null>(null);
  const [last] = useState(lastPlaces);
  const onChoose = (id: string | null): void => {
    if (several !== null && id !== null) {
      setSeveral(toggled(several, id));
      return;
    }
    if (id !== null) notePlaces([id]);
    props.onChoose(id);
  };
  const isLong = residents.length >= LONG_FROM;
  const most = useDeferredValue(Infinity, FIRST_SHOWN);
  const canChoose = (resident: ResidentShort): boolean => isToSee || takesPhotos(resident);
  const found = residents.filter(({ id }) => id !== except).filter(meant(text));
  const isRecent = ({ id }: ResidentShort): boolean => isLong && text === '' && last.includes(id);
  const recent = found
    .filter((resident) => isRecent(resident) && canChoose(resident))
    .sort((a, b) => last.indexOf(a.id) - last.indexOf(b.id));
  const others = found.filter((resident) => !recent.includes(resident)).slice(0, most);
  const group = sameAsBefore(residents.filter(({ id }) => id !== except).filter(canChoose));
  const onGroup = (ids: string[]): void => {
    notePlaces(ids);
    onSeveral?.(ids);
  };
  const place = (resident: ResidentShort) => (
    <Place
      key={resident.id}
      {...resident}
      note={noteOf(resident)}
      isChosen={several?.includes(resident.id)}
      onChoose={onChoose}
    />
  );
  return (
    <Sheet title={title} onClose={onClose}>
      {isLong && (
        <input
          className="control place-search"
          type="search"
          value={text}
          placeholder="お名前・ふりがな・部屋でさがす"
          aria-label="入居者をさがす"
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {onSeveral && several === null && group.length > 0 && (
        <button
          type="button"
          className="button quiet places-together"
          onClick={() => onGroup(group.map(({ id }) => id))}
        >
          前と同じ{group.length}人
          <small>{namesOf(group.map(({ name }) => ({ residentName: name })))}</small>
        </button>
      )}
      {onSeveral && several === null && (
        <button
          type="button"
          className="button quiet places-together"
          onClick={() => setSeveral([])}
        >
          {`いっしょに${BREAK}写っている${BREAK}方を選ぶ`}
        </button>
      )}
      <ul className="places">
        {except !== null && text === '' && several === null && (
          <>
            <Place {...EVERYONE} onChoose={onChoose} />
            {!isToSee && (
              <li className="places-head">
                <WhoMustNot />
              </li>
            )}
          </>
        )}
        {recent.length > 0 && <li className="places-head">最近選んだ方</li>}
        {recent.map(place)}
        {recent.length > 0 && <li className="places-head">みなさま</li>}
        {others.filter(canChoose).map(place)}
        {others
          .filter((resident) => !canChoose(resident))
          .map((resident) => (
            <NoPlace key={resident.id} {...resident} />
          ))}
      </ul>
      <OthersLine />
      {found.length === 0 && areAllHere && <p>当てはまる方がいません。</p>}
      {onSeveral && several && <SeveralBar several={several} onSeveral={onGroup} />}
    </Sheet>
  );
}

/** Those of the last photo of several, if all of them can be chosen. */
function sameAsBefore(residents: readonly ResidentShort[]): ResidentShort[] {
  const ids = lastGroup();
  const found = residents.filter(({ id }) => ids.includes(id));
  return found.length === ids.length ? found : [];
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

interface SeveralProps {
  several: readonly string[];
  onSeveral: (residentIds: string[]) => void;
}

/** Stays in view while the list scrolls. */
function SeveralBar({ several, onSeveral }: SeveralProps) {
  const isTooMany = several.length > MAX_RESIDENTS;
  return (
    <div className="places-several">
      <p role="status" className="soft">
        {isTooMany
          ? `一度に選べるのは${MAX_RESIDENTS}人までです。`
          : '写っている方を、すべて選んでください。'}
      </p>
      {several.length > 0 && (
        <button
          type="button"
          className="button"
          disabled={isTooMany}
          onClick={() => onSeveral([...several])}
        >
          {several.length}人の写真にする
        </button>
      )}
    </div>
  );
}

const noteOf = ({ room, state }: ResidentShort): string =>
  [room, LIFE_MARKS[state]].filter(Boolean).join('・');

const EVERYONE = {
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

function Place({ portraitUrl = null, isChosen, onChoose, ...who }: PlaceProps) {
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
function NoPlace({ id, name, nameKana, portraitUrl, photoConsent }: ResidentShort) {
  return (
    <li className="place-not">
      <Avatar id={id} name={name} portraitUrl={portraitUrl} />
      <span className="beside">
        <Reading of={nameKana} />
        <b>{name}</b>
        <small>{placeNote(photoConsent)}</small>
      </span>
    </li>
  );
}

/** First, for who cannot read the name yet. */
const Reading = ({ of }: { of: string }) =>
  of !== '' && <small className="reading">{toHiragana(of)}</small>;

const meant = (text: string) => {
  const wanted = searchKey(text);
  return ({ name, nameKana, room }: ResidentShort): boolean =>
    // The dialog opens without a search, and must not wait for a hundred readings.
    wanted === '' ||
    [name, nameKana, room ?? ''].some((value) => searchKey(value).includes(wanted));
};
