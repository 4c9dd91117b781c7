import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { BREAK } from '#lib/break.ts';
import type { Item, PhotoPerson } from '#domains/item/item.ts';
import { MAX_NAMED } from '#domains/item/item-limits.ts';
import {
  OWN_FAMILY_ONLY,
  isForOwnFamily,
  takesPhotos,
  whoMustNotBeOn,
  whoSeesText,
  whyLeftOut,
} from '#domains/people/consent.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { sama } from '#lib/honorific.ts';
import { $residents } from '#stores/items.ts';
import { lastGroup } from '#stores/last-places.ts';
import type { OnPhoto } from '#stores/open-photo.ts';
import { $photoPeople } from '#stores/open-photo.ts';
import {
  $peopleSaid,
  addToPhoto,
  letOthersIn,
  loadPeople,
  takeFromPhoto,
} from '#stores/photo-people.ts';
import { Avatar } from '#islands/place/Avatar.tsx';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import './photo-people.css';

const MOST_SUGGESTED = 4;

/**
 * Who is on a photo; each is added and taken away by one press. On a photo of 施設全体 names are
 * offered where it matters (domain.md#consent).
 */
export function PhotoPeople({ item }: { item: Item }) {
  const residents = useStore($residents);
  const { people, leftOut, isKnown } = usePeople(item);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const run = (change: () => Promise<void>): void => {
    if (isBusy) return;
    setIsBusy(true);
    void change().finally(() => setIsBusy(false));
  };
  const add = (ids: readonly string[]): void => {
    setIsAsking(false);
    if (ids.length > 0) run(() => addToPhoto(item, people, ids));
  };
  const isForAll = item.residentId === null;
  const isNobodyAsked = people.length === 0 && whoMustNotBeOn(residents) === null;
  if (isForAll && isNobodyAsked && leftOut.length === 0) return null;
  const on = people.map(({ residentId }) => residentId);
  const ownOf = (id: string): boolean =>
    residents.some((one) => one.id === id && isForOwnFamily(one));
  return (
    <>
      <section className="photo-people" aria-label="写っている方">
        <h3>写っている方{isForAll && <small>（付けなくてもかまいません）</small>}</h3>
        <ul>
          {people.map((person) => (
            <li key={person.residentId}>
              <Avatar
                id={person.residentId}
                name={person.residentName}
                portraitUrl={person.portraitUrl}
              />
              <span className="photo-person">
                {sama(person.residentName)}
                {ownOf(person.residentId) && <small>{OWN_FAMILY_ONLY}</small>}
              </span>
              {isKnown && (isForAll || people.length > 1) && (
                <button
                  type="button"
                  className="text-button"
                  aria-disabled={isBusy}
                  aria-label={`${sama(person.residentName)}をはずす`}
                  onClick={() => run(() => takeFromPhoto(item, people, person))}
                >
                  はずす
                </button>
              )}
            </li>
          ))}
        </ul>
        <WhoSees people={people} isForAll={isForAll} />
        <LeftOut item={item} people={people} leftOut={leftOut} />
        <div className="cluster">
          {suggested(residents, on, isForAll).map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className="chip"
              aria-disabled={isBusy || !isKnown}
              aria-label={`${sama(name)}を加える`}
              onClick={() => isKnown && add([id])}
            >
              ＋ {sama(name)}
            </button>
          ))}
          <button
            type="button"
            className="button quiet"
            aria-disabled={!isKnown}
            onClick={() => isKnown && setIsAsking(true)}
          >
            {on.length > 0 ? `ほかの方を${BREAK}加える` : `写っている方を${BREAK}加える`}
          </button>
        </div>
        <LastChange item={item} people={people} />
      </section>
      {isAsking && (
        <PlaceDialog
          title="どなたが写っていますか？"
          except={null}
          isToName={isForAll}
          people={people}
          most={isForAll ? MAX_NAMED : undefined}
          onChoose={(id) => id !== null && add([id])}
          onSeveral={add}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** What the server said; before that, whose photo it is. */
function usePeople(item: Item): Omit<OnPhoto, 'id'> & { isKnown: boolean } {
  const { id, residentId, residentName } = item;
  const known = useStore($photoPeople);
  const portraitUrl =
    useStore($residents).find((one) => one.id === residentId)?.portraitUrl ?? null;
  useEffect(() => void loadPeople(id), [id]);
  if (known?.id === id) return { ...known, isKnown: true };
  const of = { itemId: id, isNamed: false, portraitUrl, hiddenFrom: null };
  const people =
    residentId === null || residentName === null ? [] : [{ residentId, residentName, ...of }];
  return { people, leftOut: [], isKnown: false };
}

/** Those of the last photo of several who are not on this one. */
const suggested = (
  residents: readonly ResidentShort[],
  on: readonly string[],
  isForAll: boolean,
): ResidentShort[] => {
  const group = lastGroup();
  return residents
    .filter(({ id }) => group.includes(id) && !on.includes(id))
    .filter((one) => (isForAll ? one.photoConsentExtent === 'all' : takesPhotos(one)))
    .slice(0, MOST_SUGGESTED);
};

/** As it is now: an admin may have decided that others keep the photo. */
function WhoSees({ people, isForAll }: { people: readonly PhotoPerson[]; isForAll: boolean }) {
  const of = (reach: PhotoPerson['hiddenFrom']): string[] =>
    people.filter(({ hiddenFrom }) => hiddenFrom === reach).map((person) => person.residentName);
  const [waiting] = of('everybody');
  const text = waiting
    ? `${sama(waiting)}の写真の扱いが決まるまで、この写真はどのご家族にも見えません`
    : isForAll || people.length > 1
      ? whoSeesText(of('others'))
      : null;
  return text && <p className="who-sees">{text}</p>;
}

/** As long as a rule leaves anybody's out: because of whom, and how it ends. */
function LeftOut({ item, people, leftOut }: Omit<OnPhoto, 'id'> & { item: Item }) {
  const residents = useStore($residents);
  if (leftOut.length === 0) return null;
  const ids = [...new Set(leftOut.flatMap(({ leftOutFor }) => leftOutFor))];
  const nameOf = (id: string): string =>
    [...people.map((one) => ({ id: one.residentId, name: one.residentName })), ...residents].find(
      (one) => one.id === id,
    )?.name ?? '';
  const has = (id: string): boolean => people.some((one) => one.residentId === id);
  const agrees = (id: string): boolean =>
    residents.some((one) => one.id === id && one.photoConsentExtent === 'all');
  const on = ids.filter((id) => has(id) && !agrees(id));
  return (
    <>
      <p className="who-sees">{whyLeftOut(on.map(nameOf), ids.map(nameOf))}</p>
      {on.length === 0 && (
        <button
          type="button"
          className="button quiet"
          onClick={() => void letOthersIn(item, leftOut)}
        >
          {`ほかの方の${BREAK}お便りに出す`}
        </button>
      )}
    </>
  );
}

function LastChange({ item, people }: { item: Item; people: readonly PhotoPerson[] }) {
  const said = useStore($peopleSaid);
  const { text, isRefusal, ways = [] } = said?.id === item.id ? said : {};
  const words = useRef<HTMLDivElement>(null);
  // The button that was pressed may have gone with its person.
  useEffect(() => {
    if (text !== undefined && document.activeElement === document.body) words.current?.focus();
  }, [text, people]);
  return (
    <div className="people-said beside" ref={words} tabIndex={-1}>
      <p role="alert" className="red">
        {isRefusal && text}
      </p>
      <p role="status">{!isRefusal && text}</p>
      {ways.map(({ text: what, run }) => (
        <button key={what} type="button" className="button quiet" onClick={() => void run()}>
          {what}
        </button>
      ))}
    </div>
  );
}
