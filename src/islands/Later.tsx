import type { ComponentType } from 'react';
import { createElement, useEffect, useEffectEvent, useState } from 'react';

interface Props<Of> {
  load: () => Promise<{ default: ComponentType<Of> }>;
  of: Of;
  /** For what waits until it is shown. */
  onFailure?: () => void;
}

/**
 * A part that the page can begin without; nothing until it is here. Without a connection it is asked
 * for again the next time that it is shown, where `lazy` would end the island.
 */
export function Later<Of extends object>({ load, of, onFailure }: Props<Of>) {
  const [part, setPart] = useState<ComponentType<Of> | null>(null);
  const fail = useEffectEvent(() => onFailure?.());
  useEffect(() => {
    let isShown = true;
    load().then(
      (module) => isShown && setPart(() => module.default),
      () => isShown && fail(),
    );
    return () => {
      isShown = false;
    };
  }, [load]);
  return part && createElement(part, of);
}

/** Once the page is shown, so that no press waits for it. */
export function useSoon(load: () => Promise<unknown>): void {
  useEffect(() => void load().catch(() => undefined), [load]);
}
