import { useEffect, useState } from 'react';

const carriesFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** While files are dragged, the page is one large drop zone. */
export function useFileDrag(): boolean {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent): void => setIsDragging(carriesFiles(event));
    // Moving between elements of the page has a related target.
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsDragging(false);
    };
    // A photo dropped next to the zone would otherwise replace the page.
    const end = (event: DragEvent): void => {
      setIsDragging(false);
      if (carriesFiles(event)) event.preventDefault();
    };
    const over = (event: DragEvent): void => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('dragover', over, { signal });
    addEventListener('drop', end, { signal, capture: true });
    return () => controller.abort();
  }, []);
  return isDragging;
}
