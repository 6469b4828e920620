import type { Warning } from '../api/responses/warning.ts';

/** Bytes in several pieces, for what would have to be copied to be in one. */
export interface Chunks {
  chunks: readonly Uint8Array[];
  /** Of all together, in bytes. */
  size: number;
}

export type MemoryContent = Uint8Array | Chunks;

/** Bytes in memory, or a file on disk of that size. */
export type Content = MemoryContent | { path: string; size: number };

export const sizeOf = (content: Content): number =>
  content instanceof Uint8Array ? content.length : content.size;

/** The pieces in which `content` is. */
export const chunksOf = (content: MemoryContent): readonly Uint8Array[] =>
  content instanceof Uint8Array ? [content] : content.chunks;

/** `content` in one piece, which copies it unless it is in one. */
export const bytesOf = (content: MemoryContent): Uint8Array =>
  content instanceof Uint8Array ? content : Buffer.concat(content.chunks, content.size);

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
