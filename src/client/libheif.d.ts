/** As much of libheif-js as `heic.worker.ts` calls; its own types name nothing of its decoder. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface Photo {
    handle: unknown;
    is_primary: () => boolean;
  }
  interface Channel {
    data: Uint8Array<ArrayBuffer>;
    width: number;
    height: number;
    /** Bytes of a row. */
    stride: number;
  }
  interface Heif {
    HeifDecoder: new () => { decode: (file: Uint8Array) => Photo[] };
    heif_colorspace_RGB: unknown;
    heif_chroma_interleaved_RGBA: unknown;
    heif_js_decode_image2: (
      handle: unknown,
      colorspace: unknown,
      chroma: unknown,
    ) => { channels?: Channel[] };
  }
  /** Synchronous with the decoder given. */
  export default function factory(options: { wasmBinary: ArrayBuffer }): Heif;
}
