import type { OutputOptions, PageOptions } from '../../api/options/html.ts';
import type { WarningCode } from '../../base/warnings.ts';

/** Bytes in memory, or a file of that size (bytes) that is there until the page is rendered. */
export type UploadedContent = Uint8Array | { path: string; size: number };

/** A file that an uploaded page finds under its name. */
export interface RenderAsset {
  /** A file name, not a path; unique among a request's assets. */
  name: string;
  content: UploadedContent;
  /** Its media type; by the name's extension where undefined. */
  contentType: string | undefined;
}

export type RenderSource =
  | {
      kind: 'url';
      /** An http or https URL. */
      url: string;
      /** Whether an answer of 400 or above for the page itself is an error. */
      failOnHttpError: boolean;
    }
  | {
      kind: 'html';
      /** In the encoding that its byte order mark or its `<meta>` names, else in UTF-8. */
      content: UploadedContent;
      assets: readonly RenderAsset[];
    };

export type RenderCookie = PageOptions['cookies'][number];

/** One page to render. Plain data but for the bytes. */
export type RenderRequest = { source: RenderSource; page: PageOptions } & OutputOptions;

/** Something that a page did not get, or that was not used. */
export interface RenderWarning {
  code: WarningCode;
  message: string;
  /** What it is about; an asset by its file name. */
  url?: string;
  font?: string;
  by?: string;
  characters?: string;
}

export interface Rendering {
  content: Uint8Array;
  /** Of the page; empty where it has none. */
  title: string;
  /** Of a PDF. */
  pages?: number;
  /** Of an image, in pixels. */
  width?: number;
  height?: number;
  warnings: RenderWarning[];
}
