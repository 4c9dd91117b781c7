import type { VariantBounds } from '#lib/picture-size.ts';

export interface WebpSize extends VariantBounds {
  name: string;
  quality: number;
  effort: number;
  /** A photo that would exceed it is encoded at lower quality. */
  maxBytes?: number;
}

/** The variants of a photo; the values belong to the domain, the work to the child process. */
export interface ImageRecipe {
  pixelLimits: { jpeg: number; png: number };
  /** Ascending by width. The first is the preview. */
  webp: WebpSize[];
  /** Made of the master when it is first asked for. */
  largest: WebpSize;
  fallback: { name: string; width: number; quality: number };
  /** `edge`: of a photo up to 16:9. */
  master: { name: string; edge: number; quality: number };
}

export type Degrees = 90 | 180 | 270;

export interface ImageTask {
  id: number;
  kind: 'preview' | 'variants' | 'largest' | 'turned';
  file: string;
  /** For a master that is turned, clockwise. */
  degrees?: Degrees;
  folder: string;
  recipe: ImageRecipe;
  /** Saves memory when the image needs much. */
  isThrifty: boolean;
  /** Bounds a panorama's master by its edge, when the image needs too much. */
  isByEdge?: boolean;
}

/** Why an image is refused; the domain has the messages. */
export type Refusal = 'type' | 'heic' | 'pixels' | 'costly' | 'broken';

export interface Inspection {
  /** Pixels as displayed, after EXIF orientation. */
  width: number;
  height: number;
  /** `YYYY-MM-DD` by the camera's clock. */
  takenOn: string | null;
}

export type Preview = Inspection & { color: string };

/** A failure is ours, such as a full disk; a refusal is due to the image. */
export type ImageAnswer = { id: number } & (
  | { result: unknown }
  | { refusal: Refusal; detail: string }
  | { failure: string; code: string | undefined }
);
