/** As below the data folder, so that photos can be copied from one store to the other as they are. */
export const UPLOADS = 'uploads/';

export const uploadKey = (blobId: string): string => UPLOADS + blobId;

export const photoKey = (blobId: string, name = ''): string =>
  `photos/${blobId.slice(0, 2)}/${blobId}/${name}`;

/** The blob of such a key. */
export function blobIdOf(key: string): string {
  const [folder, first = '', second = ''] = key.split('/');
  return folder === 'uploads' ? first : second;
}
