import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import './sheet.css';

interface Props {
  title: string;
  detail?: string;
  className?: string;
  onClose: () => void;
  onKey?: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** A modal dialog, open while rendered. */
export function Sheet({ title, detail, className = 'sheet', onClose, onKey, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while still in the page, a dialog gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={titleId}
      onClose={(event) => {
        // React bubbles the close event of nested dialogs.
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={(event) => {
        if ((event.target as Element).closest('dialog') === dialog.current) onKey?.(event);
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className="sheet-body">
        <header className="sheet-head beside apart">
          <h2 id={titleId}>
            <span className="cut">{title}</span>
            {detail && <span className="soft">{detail}</span>}
          </h2>
          <button type="button" className="text-button" onClick={() => dialog.current?.close()}>
            閉じる
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
