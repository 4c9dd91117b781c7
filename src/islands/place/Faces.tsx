import type { ItemPerson } from '#domains/item/item-person.ts';
import { Avatar } from './Avatar.tsx';

const SHOWN = 3;

interface Props {
  people: readonly ItemPerson[];
  /** All people, whether named here or not. */
  count: number;
}

/** Who is on a photo, at a glance; the words are said beside it. */
export function Faces({ people, count }: Props) {
  const shown = people.slice(0, count > SHOWN + 1 ? SHOWN : SHOWN + 1);
  return (
    <span className="faces" aria-hidden="true">
      {shown.map(({ residentId, residentName, portraitUrl }) => (
        <Avatar
          key={residentId}
          id={residentId}
          name={residentName ?? ''}
          portraitUrl={portraitUrl}
        />
      ))}
      {count > shown.length && <b>+{count - shown.length}</b>}
    </span>
  );
}
