import { useStore } from '@nanostores/react';
import { lossTexts, othersTexts } from '#domains/photo/kept-photo.ts';
import { $keeping, dismissNotices } from '#stores/keeping.ts';

/** About photos on this device that this page does not send. */
export function KeptNotices() {
  const keeping = useStore($keeping);
  const losses = lossTexts(keeping);
  const others = othersTexts(keeping);
  return (
    <div role="status">
      {losses.length + others.length > 0 && (
        <div className="dock-strip kept-notices">
          {[...losses, ...others].map((text) => (
            <p key={text}>{text}</p>
          ))}
          {losses.length > 0 && (
            <button type="button" className="text-button" onClick={dismissNotices}>
              わかりました
            </button>
          )}
        </div>
      )}
    </div>
  );
}
