declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs' {
  /** What the service uses of it. */
  export class JpegImage {
    constructor(options: { colorTransform: number });
    parse(data: Uint8Array): void;
    width: number;
    height: number;
    numComponents: number;
    getData(options: { width: number; height: number; isSourcePDF: boolean }): Uint8ClampedArray;
  }
  /** @param level 0 for errors alone */
  export function setVerbosityLevel(level: number): void;
}
