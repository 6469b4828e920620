import type { Metadata } from '../../../api/fields/metadata.ts';
import type { PageSpan } from '../../../base/page-ranges.ts';
import type { FlattenScope } from '../../../api/fields/finishing/flatten-field.ts';
import type { Relationship } from '../../../api/fields/finishing/relationships.ts';
import type { ProtectionOptions } from '../encryption/protection.ts';
import type { PDFContext } from '../objects.ts';
import type { conform } from '../conformance/conform.ts';
import type { ConformanceTarget } from '../conformance/target.ts';
import type { SubstituteFonts } from '../conformance/fonts/substitutes/substitute-fonts.ts';
import type { Compression } from './compress/compression.ts';
import type { Filling } from './form/fill-form.ts';
import type { Invoice } from './invoice/read-invoice.ts';
import type { TextDrawing } from './overlays/drawable.ts';
import type { Overlay } from './overlays/overlay.ts';

/** What a document gets after its pages are assembled. Page numbers are those of the result, from 1. */
export interface Finishing {
  rotations?: readonly Rotation[] | undefined;
  /** Whether overlays are rotated with their pages. Otherwise they are drawn on the rotated pages. */
  rotatesOverlays?: boolean | undefined;
  /** Fields to fill. */
  form?: Filling | undefined;
  /** Makes form fields and annotations part of the page content. */
  flatten?: FlattenScope | undefined;
  /** Watermarks and stamps. Within a layer, later ones lie above earlier ones. */
  overlays?: readonly Overlay[] | undefined;
  /**
   * Needed by overlays with text. Without it, form fields have their own fonts only, and annotations that need a text and
   * have no appearance are not flattened.
   */
  text?: TextSetting | undefined;
  /** Replaces the outline. An empty list removes it. */
  bookmarks?: readonly Bookmark[] | undefined;
  /** Replaces entries of the document information. */
  metadata?: Metadata | undefined;
  attachments?: readonly AttachedFile[] | undefined;
  /** Makes the file smaller. Never larger. */
  compression?: Compression | undefined;
  /** The invoice of an electronic invoice. */
  invoice?: Invoice | undefined;
  /** The standards that the document is made to conform to, and declares. */
  conformance?: Conformance | undefined;
  protection?: ProtectionOptions | undefined;
  /** Whether readers can show the first page before they have the whole file. */
  isLinearized?: boolean | undefined;
}

export interface Conformance extends ConformanceTarget {
  /** Makes the document conform. Few requests load its code. */
  conform: typeof conform;
}

/** What draws texts, with its fonts ready. */
export interface TextSetting {
  drawingIn(context: PDFContext): TextDrawing;
  /** The fonts that stand for those that documents do not contain. */
  substitutes?: (() => SubstituteFonts) | undefined;
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
  /** When the file was last changed, if that is known. */
  modified?: Date | undefined;
}
