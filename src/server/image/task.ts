/** What a photo is turned into; the values belong to the domain, the work to the child process. */
export interface ImageRecipe {
  pixelLimits: { jpeg: number; png: number };
  /** Ascending by width. The first is the preview that is made at once. */
  webp: { name: string; width: number; quality: number; effort: number }[];
  /** A WebP of at most this width that is heavier than this is encoded once more, coarser. */
  light: { width: number; maxBytes: number };
  fallback: { name: string; width: number; quality: number };
  master: { name: string; edge: number; quality: number };
}

export interface ImageTask {
  id: number;
  kind: 'preview' | 'variants';
  file: string;
  /** Where the results are written. */
  folder: string;
  recipe: ImageRecipe;
  /** Spares memory where the picture itself needs much. */
  isThrifty: boolean;
}

/** Why a picture is refused; turned into words where a person reads it. */
export type Refusal = 'type' | 'heic' | 'pixels' | 'costly' | 'broken';

export interface Inspection {
  /** Pixels as shown, after EXIF orientation. */
  width: number;
  height: number;
  /** `YYYY-MM-DD` as the camera's clock had it. */
  takenOn: string | null;
}

export type Preview = Inspection & { color: string };

/** A failure is ours, such as a full disk; a refusal is the picture's. */
export type ImageAnswer = { id: number } & (
  | { result: unknown }
  | { refusal: Refusal; detail: string }
  | { failure: string; code: string | undefined }
);
