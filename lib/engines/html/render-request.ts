import type { WarningCode } from '../../base/warnings.ts';

/** What a page can be rendered to. */
export type RenderFormat = 'pdf' | ImageFormat;
export type ImageFormat = 'png' | 'jpeg' | 'webp';

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

/** A cookie that is there before the page is loaded (RFC 6265). */
export interface RenderCookie {
  name: string;
  value: string;
  /** The page's own host where undefined. */
  domain?: string | undefined;
  path?: string | undefined;
  secure?: boolean | undefined;
  httpOnly?: boolean | undefined;
  sameSite?: 'Strict' | 'Lax' | 'None' | undefined;
  /** Seconds since the epoch; a session cookie where undefined. */
  expires?: number | undefined;
}

export interface PageOptions {
  /** Milliseconds to wait after the page and its fonts were loaded. */
  waitDelay?: number | undefined;
  /** CSS; waits until an element matches. */
  waitForSelector?: string | undefined;
  /** JavaScript; waits until the expression is truthy, a promise's value included. */
  waitForExpression?: string | undefined;
  /** The format's own where undefined: `print` for PDFs, `screen` for images. */
  emulatedMediaType?: 'print' | 'screen' | undefined;
  /** False keeps the page's own scripts from running. */
  javascript: boolean;
  userAgent?: string | undefined;
  /** Sent with the requests to the page's own origin. */
  extraHttpHeaders: Readonly<Record<string, string>>;
  cookies: readonly RenderCookie[];
}

export interface PdfOptions {
  /** Inches, upright: `landscape` turns it. */
  paper: { width: number; height: number };
  /** Inches. */
  margins: { top: number; right: number; bottom: number; left: number };
  landscape: boolean;
  /** 0.1 to 2. */
  scale: number;
  /** `1-3, 5, 8-`: those of the pages. All where undefined. */
  pageRanges?: string | undefined;
  /** Whether `@page { size }` of the page wins over `paper`. */
  preferCssPageSize: boolean;
  printBackground: boolean;
  /** One page as high as the content. */
  singlePage: boolean;
  /** HTML; elements of the classes `date`, `title`, `url`, `pageNumber`, `totalPages` are filled in. */
  headerTemplate?: string | undefined;
  footerTemplate?: string | undefined;
}

export interface ImageOptions {
  /** The viewport in CSS pixels. */
  width: number;
  height: number;
  /** The whole page instead of the viewport. */
  fullPage: boolean;
  /** Pixels of the picture for each CSS pixel. */
  deviceScaleFactor: number;
  /** 1 to 100, for JPEG and WebP. */
  quality: number;
  /** Without the white that is behind a page; nothing for JPEG, which knows no transparency. */
  omitBackground: boolean;
  /** CSS; the first element that matches instead of the page. */
  selector?: string | undefined;
}

/** One page to render. Plain data but for the bytes. */
export type RenderRequest = { source: RenderSource; page: PageOptions } & (
  { format: 'pdf'; pdf: PdfOptions } | { format: ImageFormat; image: ImageOptions }
);

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
