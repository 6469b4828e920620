/** Something the client should know of a result that is otherwise fine. */
export interface Warning {
  code: string;
  message: string;
  url?: string;
}

/** A file that a conversion made, not yet stored. */
export interface ProducedFile {
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
  /** Of a PDF. */
  pages?: number;
  /** Of an image, in pixels. */
  width?: number;
  height?: number;
  warnings: Warning[];
}
