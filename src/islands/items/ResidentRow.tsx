import type { ItemFilter } from '#features/item/item-filter.ts';
import { FACILITY } from '#features/item/item-filter.ts';
import type { Counts } from '#features/item/item.ts';
import { awaitsPhoto, placeNote, takesPhotos } from '#features/resident/consent.ts';
import type { ResidentShort } from '#features/resident/resident.ts';
import { Avatar } from '#islands/place/Avatar.tsx';
import { FilterLink } from './FilterLink.tsx';
import { useCurrentInView } from './useCurrentInView.ts';
import './rows.css';

interface Props {
  filter: ItemFilter;
  counts: Counts;
  areOld: boolean;
}

export function ResidentRow({ filter, counts, areOld }: Props) {
  const row = useCurrentInView<HTMLElement>(filter.shown);
  return (
    <nav className="resident-row" aria-label="入居者" ref={row}>
      <FilterLink filter={{ ...filter, shown: FACILITY }} isCurrent={filter.shown === FACILITY}>
        <Avatar id={null} name="施設全体" />
        <Count count={areOld ? null : counts.allCount} />
        <span className="name">施設全体</span>
      </FilterLink>
      {counts.residents.map((resident) => {
        const { id, name, portraitUrl } = resident;
        return (
          <FilterLink key={id} filter={{ ...filter, shown: id }} isCurrent={filter.shown === id}>
            <Avatar id={id} name={name} portraitUrl={portraitUrl} />
            <ResidentCount resident={resident} areOld={areOld} />
            <span className="name">{name}</span>
          </FilterLink>
        );
      })}
    </nav>
  );
}

/** No count without consent. */
function ResidentCount({ resident, areOld }: { resident: ResidentShort; areOld: boolean }) {
  const { itemsCount, photoConsent } = resident;
  if (takesPhotos(resident) || (itemsCount > 0 && !areOld)) {
    return <Count count={areOld ? null : itemsCount} isMissing={awaitsPhoto(resident)} />;
  }
  return (
    <span className="photo-count photo-count-not">
      {photoConsent === null ? '未確認' : '載せない'}
      <span className="visually-hidden">（{placeNote(photoConsent)}）</span>
    </span>
  );
}

/** Red for residents without photos; the facility needs none. */
function Count({ count, isMissing = false }: { count: number | null; isMissing?: boolean }) {
  if (count === null) return null;
  return (
    <span className={isMissing ? 'photo-count photo-count-none' : 'photo-count'}>
      {count}
      <span className="visually-hidden">枚</span>
    </span>
  );
}
