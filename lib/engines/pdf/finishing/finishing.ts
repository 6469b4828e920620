import type { Metadata } from '../../../api/fields/metadata.ts';
import type { PageSpan } from '../../../base/page-ranges.ts';
import type { Relationship } from '../../../api/fields/finishing/relationships.ts';
import type { ProtectionOptions } from '../encryption/protection.ts';

/** What a document gets after its pages are assembled. Page numbers are those of the result, from 1. */
export interface Finishing {
  rotations?: readonly Rotation[] | undefined;
  /** Replaces the outline. An empty list removes it. */
  bookmarks?: readonly Bookmark[] | undefined;
  /** Replaces entries of the document information. */
  metadata?: Metadata | undefined;
  attachments?: readonly AttachedFile[] | undefined;
  protection?: ProtectionOptions | undefined;
}

/** A rotation of pages. A page that is in several spans is rotated once. */
export interface Rotation {
  pages: readonly PageSpan[];
  /** Degrees clockwise, added to the page's own. */
  angle: number;
}

/** An entry of the outline. Entries are in reading order: every entry comes after its parent. */
export interface Bookmark {
  title: string;
  page: number;
  /** The index of the parent entry; -1 at the top. */
  parent: number;
}

/** A file to attach to the document as a whole. */
export interface AttachedFile {
  fileName: string;
  content: Uint8Array;
  mimeType: string;
  relationship: Relationship;
  description?: string | undefined;
}
