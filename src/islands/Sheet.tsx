import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import './sheet.css';

interface Props {
  title: string;
  /** Beneath the title, and never cut. */
  detail?: string;
  className?: string;
  onClose: () => void;
  /** Of this dialog alone, not of one above it. */
  onKey?: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** A dialog that is open while it is rendered: Escape, 閉じる and a tap beside it close it. */
export function Sheet({ title, detail, className = 'sheet', onClose, onKey, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={titleId}
      onClose={(event) => {
        // React passes the closing of a dialog within on to this one.
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
        <header className="sheet-head">
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
