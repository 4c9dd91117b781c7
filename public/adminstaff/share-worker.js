/**
 * Takes photos from the phone's share sheet, before there is a page or even a session, and leaves
 * them where the photo page finds them (src/client/shared-photos.ts). It answers nothing else and
 * caches nothing: without it every page works as before.
 */
const TARGET = '/adminstaff/share';

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // Where browsers know it, pages then do not even wait for this program to start.
  event.addRoutes?.([
    { condition: { requestMethod: 'GET' }, source: 'network' },
    { condition: { urlPattern: '/api/*' }, source: 'network' },
  ]);
});

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method !== 'POST' || new URL(url).pathname !== TARGET) return;
  event.respondWith(
    take(event.request).then(
      (count) => open(String(count)),
      () => open('failed'),
    ),
  );
});

const open = (shared) => Response.redirect(`/adminstaff/items?shared=${shared}`, 303);

async function take(request) {
  const files = (await request.formData()).getAll('photos').filter((file) => file instanceof File);
  const db = await openShelf();
  try {
    await put(db, files);
  } finally {
    db.close();
  }
  return files.length;
}

function openShelf() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('tsukidayori-shared', 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore('files', { autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function put(db, files) {
  return new Promise((resolve, reject) => {
    const tx = db.transaction('files', 'readwrite', { durability: 'strict' });
    for (const file of files) tx.objectStore('files').add({ file, sharedAt: Date.now() });
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
  });
}
