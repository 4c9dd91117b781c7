import { useEffect, useRef } from 'react';
import { paths } from '#lib/paths.ts';
import { BREAKPOINTS } from '#lib/ui-constants.ts';
import { currentEntry, groupsFor } from './menu/entries.ts';
import './menu/menu.css';

interface Props {
  isAdmin: boolean;
  /** Families' words that nobody has passed on. */
  newAnswers: number;
  path: string;
  signOutAction: string;
}

/** The menu is always visible from here on. */
const WIDE = `(min-width: ${BREAKPOINTS.desktop}px)`;

/**
 * The admin menu (domain.md#pages). A `<details>` opens and closes it in every browser and without
 * a script; the panel stands beside it, since a closed one would hide it on wide screens as well.
 */
export default function SideMenu({ isAdmin, newAnswers, path, signOutAction }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => (menu.current ? closeByItself(menu.current) : undefined), []);
  const current = currentEntry(path);
  return (
    <div className="side-menu" ref={menu}>
      <details>
        <summary className="unmarked">
          <span className="tap">
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M3 6h18M3 12h18M3 18h18" stroke="currentColor" strokeWidth="2.5" />
            </svg>
            メニュー
          </span>
          <span className="close tap">閉じる</span>
        </summary>
      </details>
      <nav aria-label="メニュー">
        {groupsFor(isAdmin).map((group) => (
          <ul key={group[0]?.href}>
            {group.map(({ href, label }) => (
              <li key={href}>
                <a href={href} aria-current={href === current ? 'page' : undefined}>
                  {label}
                  {href === paths.answers && newAnswers > 0 && (
                    <span className="badge strong">
                      {newAnswers}
                      <span className="visually-hidden">通</span>
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        ))}
        <form method="post" action={signOutAction}>
          <button>ログアウト</button>
        </form>
      </nav>
    </div>
  );
}

/** Closes an open menu on Escape, and when it would cover what somebody looks at. */
function closeByItself(menu: HTMLElement): () => void {
  const switchOf = menu.querySelector('details');
  const close = (): void => {
    if (switchOf) switchOf.open = false;
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !switchOf?.open) return;
    close();
    switchOf.querySelector('summary')?.focus();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  };
  const ending = new AbortController();
  const { signal } = ending;
  menu.addEventListener('keydown', onKey, { signal });
  menu.addEventListener('focusout', onFocusOut, { signal });
  // Rotation may make the side menu visible.
  matchMedia(WIDE).addEventListener('change', close, { signal });
  // A page restored from the back/forward cache starts with a closed menu.
  addEventListener('pagehide', close, { signal });
  return () => ending.abort();
}
