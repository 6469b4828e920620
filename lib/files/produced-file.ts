import type { Warning } from '../api/responses/warning.ts';
import type { DeclaredConformance } from '../base/conformance.ts';

/** Bytes in several pieces, for content that would have to be copied to be in one. */
export interface Chunks {
  chunks: readonly Uint8Array[];
  /** Total size in bytes. */
  size: number;
}

export type MemoryContent = Uint8Array | Chunks;

/** Bytes in memory, or a file on disk of that size. */
export type Content = MemoryContent | { path: string; size: number };

export const sizeOf = (content: Content): number =>
  content instanceof Uint8Array ? content.length : content.size;

/** The pieces of `content`. */
export const chunksOf = (content: MemoryContent): readonly Uint8Array[] =>
  content instanceof Uint8Array ? [content] : content.chunks;

/** Returns `content` in one piece. Copies it unless it already is in one. */
export const bytesOf = (content: MemoryContent): Uint8Array =>
  content instanceof Uint8Array ? content : Buffer.concat(content.chunks, content.size);

/** A file that a conversion created and that is not stored yet. */
export interface ProducedFile<C extends Content = Uint8Array> {
  fileName: string;
  contentType: string;
  content: C;
  /** Number of pages of a PDF. */
  pages?: number | undefined;
  /** Width of an image, in pixels. */
  width?: number | undefined;
  height?: number | undefined;
  warnings: Warning[];
  /** What a PDF declares and nobody has validated yet. */
  declares?: DeclaredConformance | undefined;
  /** The change that removes the conformance that the file declares only because its inputs do. */
  withdrawal?: Withdrawal | undefined;
}

/** A change of a PDF in memory. */
export interface Withdrawal {
  /** The index of the chunk that is replaced. */
  chunk: number;
  /** The new bytes, as many as the chunk has. */
  bytes: Uint8Array;
  /** The warnings that replace those about conformance. */
  warnings: Warning[];
}
