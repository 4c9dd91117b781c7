import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { MAX_NAMED } from '#domains/item/item-limits.ts';
import { whoMustNotBeOn } from '#domains/people/consent.ts';
import { $residents } from '#stores/items.ts';
import { nameAdded } from '#stores/photo-people.ts';
import { $unnamed } from '#stores/uploads.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';

/** Offers once for all photos just added to 施設全体 to name who is on them, where it matters. */
export default function NameAdded() {
  const items = useStore($unnamed);
  const matters = whoMustNotBeOn(useStore($residents)) !== null;
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (items.length === 0 || !matters) return null;
  const name = (ids: string[]): void => {
    setIsAsking(false);
    setRefusal(null);
    void nameAdded(items, ids).then(setRefusal);
  };
  return (
    <section aria-label="写っている方のお名前">
      <p>
        施設全体の{items.length}枚に、写っている方のお名前を付けられます。
        <span className="soft">付けなくてもかまいません。</span>
      </p>
      <p role="alert" className="red">
        {refusal}
      </p>
      <div className="cluster">
        <button type="button" className="button quiet" onClick={() => setIsAsking(true)}>
          写っている方を選ぶ
        </button>
        <button type="button" className="text-button" onClick={() => $unnamed.set([])}>
          付けない
        </button>
      </div>
      {isAsking && (
        <PlaceDialog
          title="どなたが写っていますか？"
          except={null}
          isToName
          isOfSeveral
          most={MAX_NAMED}
          onChoose={() => undefined}
          onSeveral={name}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
