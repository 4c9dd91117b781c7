type ConsentFlag = 0 | 1 | null;

/** null: the family has not been asked. */
export type PhotoConsent = boolean | null;

/** In forms, lists and files (domain.md#consent). */
export const consentWords = (consent: PhotoConsent): string =>
  consent === null ? 'まだ伺っていません' : consent ? '載せてよい' : '載せない';

/** Only an explicit yes. */
export const takesPhotos = ({ photoConsent }: { photoConsent: PhotoConsent }): boolean =>
  photoConsent === true;

export function whyNoPhotos(name: string, consent: PhotoConsent): string | null {
  if (consent === null) {
    return `${name}様の写真を載せてよいか、まだ伺っていません。管理者の方が「載せてよい」にすると、追加できます。`;
  }
  return consent ? null : `${name}様の写真は「載せない」となっているため、追加できません。`;
}

export const placeNote = (consent: PhotoConsent): string | null =>
  consent === null ? '写真の掲載はまだ伺っていません' : consent ? null : '写真は載せない';

export const awaitsPhoto = (resident: {
  photoConsent: PhotoConsent;
  itemsCount: number;
}): boolean => takesPhotos(resident) && resident.itemsCount === 0;

export const toConsent = (flag: ConsentFlag): PhotoConsent => (flag === null ? null : flag === 1);

export const toFlag = (consent: PhotoConsent): ConsentFlag =>
  consent === null ? null : consent ? 1 : 0;
