import { tintOf } from '#domains/people/tint.ts';
import '#styles/avatar.css';
import './place.css';

interface Props {
  name: string;
  id: string | null;
  portraitUrl?: string | null;
}

export function Avatar({ name, id, portraitUrl = null }: Props) {
  if (portraitUrl) {
    return (
      <img className="avatar" src={portraitUrl} alt="" width="60" height="60" loading="lazy" />
    );
  }
  return (
    <span className={`avatar avatar-${id === null ? 'facility' : tintOf(id)}`} aria-hidden="true">
      {id === null ? '全' : name.slice(0, 1)}
    </span>
  );
}
