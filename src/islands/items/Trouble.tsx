import { useEffect } from 'react';
import { tryAgain } from '#stores/items-loading.ts';
import { untilReached } from '#client/reach.ts';

/** With a retry button where the user is looking. */
export function Trouble({ msg }: { msg: string }) {
  useEffect(() => {
    let isHere = true;
    // The message disappears once the server is reachable.
    void untilReached().then((wasAway) => wasAway && isHere && retry());
    addEventListener('online', retry);
    return () => {
      isHere = false;
      removeEventListener('online', retry);
    };
  }, []);
  return (
    <div className="photo-trouble" role="alert">
      <p>写真を読み込めませんでした。{msg}</p>
      <button type="button" className="button quiet" onClick={retry}>
        もう一度
      </button>
    </div>
  );
}

const retry = (): void => void tryAgain();
