import { loadFirst, loadMore } from '../../stores/items-loading.ts';
import { $listError } from '../../stores/items.ts';

/** What went wrong, where the person is looking, and a way to try again. */
export function Trouble({ msg, isMore }: { msg: string; isMore: boolean }) {
  const retry = (): void => {
    $listError.set(null);
    void (isMore ? loadMore() : loadFirst());
  };
  return (
    <div className="photo-trouble" role="alert">
      <p>{msg}</p>
      <button type="button" className="button quiet" onClick={retry}>
        もう一度
      </button>
    </div>
  );
}
