import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useState } from 'react';
import { BREAK } from '#lib/break.ts';
import { MAX_RESIDENTS } from '#domains/item/item-limits.ts';
import type { PhotoPerson } from '#domains/item/item.ts';
import { namesOf } from '#domains/item/still-there.ts';
import { placeNote, takesPhotos } from '#domains/people/consent.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { searchKey } from '#lib/kana.ts';
import { $areOthersMissing, $others, $residents } from '#stores/items.ts';
import { loadOthers } from '#stores/items-loading.ts';
import { lastGroup, lastPlaces, notePlaces } from '#stores/last-places.ts';
import { Sheet } from '#islands/Sheet.tsx';
import { OwnFamily } from './OwnFamily.tsx';
import { EVERYONE, NoPlace, Place, noteOf } from './PlaceRow.tsx';
import { WhoMustNot } from './WhoMustNot.tsx';

interface Props {
  title: string;
  except?: string | null | undefined;
  /** To look at photos: those without consent have some as well. */
  isToSee?: boolean;
  /** Names on a photo of 施設全体: who must not be on it is marked, and refused with a reason. */
  isToName?: boolean;
  /** Who is on the photo already. */
  people?: readonly PhotoPerson[];
  /** Why 施設全体 cannot be chosen. */
  notForAll?: string | null;
  /** Begins with several, at most so many. */
  isOfSeveral?: boolean;
  most?: number | undefined;
  onChoose: (residentId: string | null) => void;
  /** Offers to choose several residents. */
  onSeveral?: ((residentIds: string[]) => void) | undefined;
  onClose: () => void;
}

/** From here on the list is searched, and those chosen last stand first. */
const LONG_FROM = 10;
/** Those in view first, for a quick answer to the tap. */
const FIRST_SHOWN = 8;

const NOBODY: readonly PhotoPerson[] = [];
const isOf = (id: string) => (person: PhotoPerson) => person.residentId === id;

/** Asks whose photos these are, with no default. */
export function PlaceDialog(props: Props) {
  const { title, except, isToSee = false, isToName = false, onSeveral, onClose } = props;
  const { people = NOBODY, notForAll = null, isOfSeveral = false, most = MAX_RESIDENTS } = props;
  const all = useStore($residents);
  const residents = all.filter(({ id }) => id !== except && !people.some(isOf(id)));
  const areAllHere = useStore($others).count === 0;
  const [text, setText] = useState('');
  const [several, setSeveral] = useState<readonly string[] | null>(isOfSeveral ? [] : null);
  const isTooMany = several !== null && several.length > most;
  const [last] = useState(lastPlaces);
  const onChoose = (id: string | null): void => {
    if (several !== null && id !== null) return setSeveral(toggled(several, id));
    if (id !== null) notePlaces([id]);
    props.onChoose(id);
  };
  const isLong = all.length >= LONG_FROM;
  const shown = useDeferredValue(Infinity, FIRST_SHOWN);
  const canChoose = (resident: ResidentShort): boolean =>
    isToSee || isToName || takesPhotos(resident);
  const found = residents.filter(meant(text));
  const isRecent = ({ id }: ResidentShort): boolean => isLong && text === '' && last.includes(id);
  const recent = found
    .filter((resident) => isRecent(resident) && canChoose(resident))
    .sort((a, b) => last.indexOf(a.id) - last.indexOf(b.id));
  const others = found.filter((resident) => !recent.includes(resident)).slice(0, shown);
  const group = sameAsBefore(residents.filter(canChoose));
  const onGroup = (ids: string[]): void => {
    notePlaces(ids);
    onSeveral?.(ids);
  };
  const place = (resident: ResidentShort) => (
    <Place
      key={resident.id}
      {...resident}
      note={noteOf(resident, isToSee)}
      isChosen={several?.includes(resident.id)}
      onChoose={onChoose}
    />
  );
  return (
    <Sheet title={title} onClose={onClose}>
      {isLong && (
        <input
          className="control below-3"
          type="search"
          value={text}
          placeholder="お名前・ふりがな・部屋でさがす"
          aria-label="入居者をさがす"
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {onSeveral && several === null && group.length > 0 && (
        <>
          <button
            type="button"
            className="button quiet places-together"
            onClick={() => onGroup(group.map(({ id }) => id))}
          >
            前と同じ{group.length}人
            <small>{namesOf(group.map(({ name }) => ({ residentName: name })))}</small>
          </button>
          <OwnFamily chosen={group} people={people} />
        </>
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
            {notForAll === null ? (
              <Place {...EVERYONE} onChoose={onChoose} />
            ) : (
              <NoPlace {...EVERYONE} note={notForAll} />
            )}
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
            <NoPlace key={resident.id} {...resident} note={placeNote(resident.photoConsent)} />
          ))}
      </ul>
      <OthersLine />
      {found.length === 0 && areAllHere && <p>当てはまる方がいません。</p>}
      {onSeveral && several && (
        // Stays in view while the list scrolls.
        <div className="places-several">
          <p role="status" className="soft">
            {isTooMany
              ? `一度に選べるのは${most}人までです。`
              : '写っている方を、すべて選んでください。'}
          </p>
          {!isToName && (
            <OwnFamily chosen={all.filter(({ id }) => several.includes(id))} people={people} />
          )}
          {several.length > 0 && (
            <button
              type="button"
              className="button"
              disabled={isTooMany}
              onClick={() => onGroup([...several])}
            >
              {several.length}人
              {isToName ? 'のお名前を付ける' : people.length > 0 ? 'を加える' : 'の写真にする'}
            </button>
          )}
        </div>
      )}
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

const meant = (text: string) => {
  const wanted = searchKey(text);
  return ({ name, nameKana, room }: ResidentShort): boolean =>
    // The dialog opens without a search, and must not wait for a hundred readings.
    wanted === '' ||
    [name, nameKana, room ?? ''].some((value) => searchKey(value).includes(wanted));
};

/** Loads the residents that the page was not sent, and says so while they are not here. */
function OthersLine() {
  const { count } = useStore($others);
  const areMissing = useStore($areOthersMissing);
  useEffect(() => void loadOthers(), []);
  if (count === 0) return null;
  if (!areMissing) return <p role="status">ほかの{count}人を読み込んでいます…</p>;
  return (
    <p role="alert">
      ほかの{count}人を読み込めませんでした。
      <button type="button" className="text-button" onClick={() => void loadOthers()}>
        もう一度読み込む
      </button>
    </p>
  );
}
