const WORKER = '/adminstaff/share-worker.js';

/** For photos from the phone's share sheet; without it they are chosen on the page. */
export function startShareWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    // Refused, for example in a private window.
    navigator.serviceWorker.register(WORKER, { scope: '/adminstaff/' }).catch(() => undefined);
  });
}
