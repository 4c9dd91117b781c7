/** Limits and labels of uploads without their schemas, so that the browser need not load those. */
/** What a photo is; others may call it otherwise. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png'] as const;
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;

/** What the page makes a JPEG of, before it is sent. */
export const HEIC_TYPES: readonly string[] = ['image/heic', 'image/heif'];

const UNKNOWN_LABEL = 'application/octet-stream';
const LABEL = /^[\w!#$&^.+*-]{1,100}\/[\w!#$&^.+*-]{1,100}$/;

/** A content type as it is kept and compared; what is none says nothing. */
export function tidyLabel(label: string): string {
  const type = (label.split(';', 1)[0] ?? '').trim().toLowerCase();
  return LABEL.test(type) ? type : UNKNOWN_LABEL;
}

const MAY_BE_PICTURE =
  /^(?:image\/.*|[^/]*\/(?:octet-stream|(?:x-)?(?:jpe?g|png|download|unknown)|force-download|\*))$/;

/**
 * Whether something so labelled can be a photo. Devices and programs label a good JPEG in many ways,
 * so that its content decides; only what surely is no picture need not be sent.
 * @param label tidied
 */
export const mayBePicture = (label: string): boolean => MAY_BE_PICTURE.test(label);

/** What every place says of files that cannot become a photo: form, contract and upload. */
export const TYPE_REFUSAL = 'この形式は送れません。JPEGかPNGの写真を選んでください。';
export const HEIC_REFUSAL =
  'HEIC形式は送れません。JPEGに変えるか、iPhoneの「設定」→「カメラ」→「フォーマット」を「互換性優先」にして撮り直してください。';
