import type { OverlayPosition } from '../../../../api/fields/finishing/overlay-positions.ts';
import type { OverlayFit } from '../../../../api/options/overlay-fit.ts';
import type { PageSpan } from '../../../../base/page-ranges.ts';
import type { Picture } from '../../../pictures/picture.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';

/** Text, a picture or a page that is drawn on pages. */
export interface Overlay {
  /**
   * Watermarks lie beneath the content of the page, stamps above it. A page that paints its background, as scans do,
   * hides a watermark. Annotations lie above both.
   */
  layer: 'watermark' | 'stamp';
  pages: readonly PageSpan[];
  content: OverlayContent;
  /** The place of the box around the turned content: at these edges of the page as displayed, without a margin. */
  position: OverlayPosition;
  /** Moves the content from that place; points. */
  offset: readonly [right: number, up: number];
  /** Degrees counter-clockwise around the center of the content, on the page as displayed. */
  rotation: number;
  /** The size and the rotation by the page, in place of `rotation` and the scale of the content. */
  fit?: Pick<OverlayFit, 'scale' | 'diagonal'> | undefined;
  /** 0 to 1. Applies to the content as a whole. */
  opacity: number;
  /** Whether the content is repeated over the page. One of the repetitions is at the position. */
  tile: boolean;
}

export type OverlayContent = TextContent | PictureContent | PageContent;

export interface TextContent {
  kind: 'text';
  /**
   * One line, unless `lines` separates several. `{page}` and `{pages}` stand for the page's number and the number of pages
   * of the result, other names in braces for those of `values`.
   */
  text: string;
  values?: Readonly<Record<string, string>> | undefined;
  lines?: OverlayFit['lines'];
  /** Points. */
  fontSize: number;
  /** `#rrggbb`. */
  color: string;
}

export interface PictureContent {
  kind: 'picture';
  picture: Picture;
  /** The width of the content, as a share of the page's width as displayed. */
  scale: number;
}

/** A page of another document, as it is displayed, without its annotations. */
export interface PageContent {
  kind: 'page';
  source: PdfSource;
  /** The page's index, from 0; `same` for the page with the number of the page that shows it, or else the last one. */
  index: number | 'same';
  /** As that of a picture. */
  scale: number;
}
