import type { OutputOptions, PageOptions } from '../../api/options/html.ts';
import type { WarningCode } from '../../base/warnings.ts';
import type { GivenFont } from '../fonts/given-font.ts';
import type { LoadReport, ReportOptions } from './load-report.ts';

/** Bytes in memory, or a file of `size` bytes that exists until the page is rendered. */
export type UploadedContent = Uint8Array | { path: string; size: number };

/** A file that an uploaded page can reference by name. */
export interface RenderAsset {
  /** A file name, not a path; unique among a request's assets. */
  name: string;
  content: UploadedContent;
  /** Media type; undefined: by the name's extension. */
  contentType: string | undefined;
}

export type RenderSource =
  | {
      kind: 'url';
      /** An http or https URL. */
      url: string;
      /** Whether a status of 400 or above for the page itself is an error. */
      failOnHttpError: boolean;
    }
  | {
      kind: 'html';
      /** In the encoding that its byte order mark or its `<meta>` names; otherwise UTF-8. */
      content: UploadedContent;
      assets: readonly RenderAsset[];
      /** Whether the page may load its assets and nothing else: no request of it leaves the browser. Default: false. */
      isIsolated?: boolean | undefined;
    };

export type RenderCookie = PageOptions['cookies'][number];

/** One page to render. Plain data, except for the bytes. */
export type RenderRequest = {
  source: RenderSource;
  /** Fonts for this page besides those of the layer and its own. Default: none. */
  fonts?: readonly GivenFont[];
  page: PageOptions;
  /** What the rendering reports of the load. Default: nothing. */
  report?: ReportOptions | undefined;
} & OutputOptions;

/** A resource that a page did not get, or an input that was not used. */
export interface RenderWarning {
  code: WarningCode;
  message: string;
  /** URL of the resource that the warning is about; an asset's file name. */
  url?: string;
  font?: string;
  by?: string;
  characters?: string;
}

export interface Rendering {
  content: Uint8Array;
  /** Title of the page; empty if it has none. */
  title: string;
  /** Number of pages of a PDF. */
  pages?: number;
  /** Width of an image in pixels. */
  width?: number;
  height?: number;
  warnings: RenderWarning[];
  /** Only if the request asks for it. */
  report?: LoadReport;
}
