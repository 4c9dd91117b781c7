/** Limits of uploads without their schemas, so that the browser need not load those. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png'] as const;
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;

/** What every place says of files that cannot become a photo: form, contract and upload. */
export const TYPE_REFUSAL = 'この形式は送れません。JPEGかPNGの写真を選んでください。';
export const HEIC_REFUSAL =
  'HEIC形式は送れません。JPEGに変えるか、iPhoneの「設定」→「カメラ」→「フォーマット」を「互換性優先」にして撮り直してください。';
