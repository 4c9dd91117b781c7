import { useState } from 'react';
import type { ItemPerson } from '#domains/item/item-person.ts';
import { allOf, namesOf, photosText } from '#domains/item/still-there.ts';
import type { Tile } from '#domains/item/tile.ts';
import { itemsIn, only, placesIn } from '#domains/item/tile.ts';
import { sama } from '#lib/honorific.ts';
import type { WhoQuestion } from '#stores/who-is-meant.ts';
import { Sheet } from '#islands/Sheet.tsx';
import { Avatar } from './Avatar.tsx';

/** Whose photo is meant, the likely answer first. */
export default function WhoDialog(question: WhoQuestion) {
  const { tiles, own, title, words, isOfOne, answer } = question;
  const [isOneByOne, setIsOneByOne] = useState(isOfOne);
  const everyone = tiles.flatMap(itemsIn);
  const [tile, ...others] = tiles;
  const isOne = tile !== undefined && others.length === 0;
  return (
    <Sheet title={title} onClose={() => answer(null)}>
      {isOne && isOneByOne ? (
        <OneByOne {...question} tile={tile} />
      ) : (
        <div className="spaced">
          <p>{isOne ? `${namesOf(everyone)}の写真です。` : `${photosText(everyone)}です。`}</p>
          <Words text={words(everyone)} />
          <button type="button" className="button" onClick={() => answer(tiles)}>
            {isOne ? allOf(everyone, placesIn(tile)) : 'みなさま'}
          </button>
          {own && (
            <button type="button" className="button quiet" onClick={() => answer(own)}>
              {namesOf(own)}だけ
            </button>
          )}
          {isOne && (
            <button type="button" className="button quiet" onClick={() => setIsOneByOne(true)}>
              お一人ずつ選ぶ
            </button>
          )}
        </div>
      )}
    </Sheet>
  );
}

function OneByOne({ tile, words, isOfOne, answer }: WhoQuestion & { tile: Tile }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const press = (id: string): void => {
    if (isOfOne) answer(only(tile, new Set([id])));
    else setChosen(toggled(chosen, id));
  };
  const meant = only(tile, chosen);
  return (
    <>
      <ul className="places">
        {tile.people.map((person) => (
          <Person
            key={person.itemId ?? person.residentId}
            {...person}
            isChosen={isOfOne ? undefined : chosen.has(person.itemId ?? '')}
            onPress={press}
          />
        ))}
      </ul>
      {!isOfOne && (
        <div className="places-several">
          <Words text={words(meant)} />
          <button
            type="button"
            className="button"
            disabled={meant.length === 0}
            onClick={() => answer(meant)}
          >
            {meant.length === 0 ? '選んでください' : `選んだ${meant.length}人だけ`}
          </button>
        </div>
      )}
    </>
  );
}

interface PersonProps extends ItemPerson {
  /** Where several may be chosen. */
  isChosen: boolean | undefined;
  onPress: (itemId: string) => void;
}

function Person({ itemId, residentId, residentName, portraitUrl, ...way }: PersonProps) {
  if (itemId === null) return null;
  const { isChosen, onPress } = way;
  const box = isChosen === undefined ? {} : { role: 'checkbox', 'aria-checked': isChosen };
  return (
    <li>
      <button type="button" {...box} onClick={() => onPress(itemId)}>
        <Avatar id={residentId} name={residentName ?? ''} portraitUrl={portraitUrl} />
        <b>{residentName === null ? '施設全体' : sama(residentName)}</b>
      </button>
    </li>
  );
}

const Words = ({ text }: { text: string | null }) => text && <p role="status">{text}</p>;

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
