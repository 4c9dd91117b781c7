import type { Readable } from 'node:stream';

export interface StoredFile {
  byteSize: number;
  sha256: string;
}

export interface AnnouncedFile {
  byteSize: number;
  /** In Base64. */
  md5: string;
}

export interface StoredContent {
  byteSize: number;
  stream: () => Readable;
  read: () => Promise<Buffer>;
  /** After the last use. */
  close: () => Promise<void> | void;
}

/**
 * Where photos' files are kept. @throws AppError 503 while it is away and 507 when it is full; a
 * missing file is an error with the code ENOENT
 */
export interface BlobStore {
  /** Keeps an upload, durably. @throws MismatchError, and keeps nothing then */
  receive(blobId: string, body: Readable, announced: AnnouncedFile): Promise<StoredFile>;
  room(): Promise<number>;
  /** Free bytes that trial facilities share. */
  roomForTrials(): Promise<number>;
  /** @returns the path of an upload that a decoder can read as long as the work folder exists */
  uploadFile(blobId: string, workFolder: string): Promise<string>;
  /** The same of a photo's file. */
  photoFile(blobId: string, name: string, workFolder: string): Promise<string>;
  removeUpload(blobId: string): Promise<void>;
  listUploads(): Promise<string[]>;
  makeWorkFolder(): Promise<string>;
  /** Removes the folder of an abandoned job. */
  removeWorkFolder(workFolder: string): Promise<void>;
  /** Publishes a work folder's files as the photo's files, durably. */
  adopt(
    blobId: string,
    workFolder: string,
    names: readonly string[],
  ): Promise<Map<string, StoredFile>>;
  /** In bytes, of a file that can be read. */
  sizeOf(blobId: string, name: string): Promise<number>;
  open(blobId: string, name: string): Promise<StoredContent>;
  /** To be read to its end or destroyed. */
  stream(blobId: string, name: string): Promise<Readable>;
  /** Removes one file of a photo. */
  removeFile(blobId: string, name: string): Promise<void>;
  removePhoto(blobId: string): Promise<void>;
  listPhoto(blobId: string): Promise<string[]>;
  /** Why it cannot be used, as the store or the network names it; null if it can, or is a folder. */
  whyAway(): Promise<string | null>;
  close(): void;
}

/** The bytes are not those that were announced. */
export class MismatchError extends Error {}
