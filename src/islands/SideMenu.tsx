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

const ID = 'side-menu';
/** The menu is always visible from here on. */
const WIDE = `(min-width: ${BREAKPOINTS.desktop}px)`;

/** The admin menu (domain.md#pages). A native popover works before scripts have loaded. */
export default function SideMenu({ isAdmin, newAnswers, path, signOutAction }: Props) {
  const menu = useRef<HTMLElement>(null);
  useEffect(() => closeWhenWide(menu.current), []);
  const current = currentEntry(path);
  return (
    <div className="side-menu">
      <button type="button" className="burger tap" popoverTarget={ID}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M3 6h18M3 12h18M3 18h18" stroke="currentColor" strokeWidth="2.5" />
        </svg>
        メニュー
      </button>
      <nav id={ID} ref={menu} popover="auto" aria-label="メニュー">
        <button type="button" className="close tap" popoverTarget={ID} popoverTargetAction="hide">
          閉じる
        </button>
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

/** Rotation may make the side menu visible. */
function closeWhenWide(menu: HTMLElement | null): () => void {
  const wide = matchMedia(WIDE);
  const close = (): void => {
    if (menu?.matches(':popover-open')) menu.hidePopover();
  };
  wide.addEventListener('change', close);
  // A page restored from the back/forward cache starts with a closed menu.
  addEventListener('pagehide', close);
  return () => {
    wide.removeEventListener('change', close);
    removeEventListener('pagehide', close);
  };
}
