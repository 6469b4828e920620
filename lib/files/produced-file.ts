/** Something the client should know of a result that is otherwise fine. */
export interface Warning {
  code: string;
  message: string;
  url?: string;
}

/** Bytes in memory, or a file on disk of that size. */
export type Content = Uint8Array | { path: string; size: number };

export const sizeOf = (content: Content): number =>
  content instanceof Uint8Array ? content.length : content.size;

/** A file that a conversion made, not yet stored. */
export interface ProducedFile<C extends Content = Uint8Array> {
  fileName: string;
  contentType: string;
  content: C;
  /** Of a PDF. */
  pages?: number;
  /** Of an image, in pixels. */
  width?: number;
  height?: number;
  warnings: Warning[];
}
