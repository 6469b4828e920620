import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ImageOptions, PageOptions, PdfOptions } from '#lib/api/options/html.ts';
import type { RenderAsset } from '#lib/engines/html/render-request.ts';

/** A response of the public site below `/<name of the attack>/`; by default HTML with status 200. */
export interface SiteResponse {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The body of the first response, instead of the other. */
  firstBody?: string;
}

export type AttackSource = { html: string } | { url: string };

/** One way in which a page, or its client, tries to reach a forbidden target. */
export interface Attack {
  /** Unique; also the folder of its files on the public site. */
  name: string;
  source: AttackSource;
  site?: Readonly<Record<string, SiteResponse>>;
  page?: Partial<PageOptions>;
  pdf?: Partial<PdfOptions>;
  assets?: readonly (RenderAsset & { content: Uint8Array })[];
  /** Rendered before it with the same browser, to leave something behind. */
  before?: AttackSource;
  /**
   * What must become of it besides reaching nothing: `page`, a PDF that has the page's own text; `rejected`, the error
   * `url-not-allowed`; `any` for attacks that lead away from their page or end it.
   */
  ends: 'page' | 'rejected' | 'any';
  /** The control resolves the host and rejects private addresses, before the browser resolves it again. */
  checkedControl?: true;
  /** The control sends credentials to any server that requests them, as a browser with a proxy easily does. */
  credentialedControl?: true;
  /** Milliseconds that the page has for it after it was loaded. 300 if it does not say otherwise. */
  settle?: number;
  /** Milliseconds to look on after the PDF is there, for what outlives its page. None if it does not say otherwise. */
  afterwards?: number;
}

/** A number of attacks of one kind. */
export interface AttackFamily {
  family: string;
  attacks: readonly Attack[];
}

/** A text in each page, which shows that it was rendered. */
export const ownText = 'Own text';

/** An HTML page round some markup. */
export const page = (markup: string, head = ''): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Attack</title>${head}</head><body><p>${ownText}</p>${markup}</body></html>`;

/** A script for which `show(text)` puts a text on the page. */
export const script = (code: string): string =>
  `<script>const show = (text) => document.body.append(String(text), ' ');\n${code}</script>`;

/** A picture as markup. */
export const svg = (markup: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="60">${markup}</svg>`;

/** An uploaded page. */
export const upload = (name: string, markup: string, more: Partial<Attack> = {}): Attack => ({
  name,
  source: { html: page(markup) },
  ends: 'page',
  ...more,
});

/** An uploaded page that runs a script. */
export const uploadScript = (name: string, code: string, more: Partial<Attack> = {}): Attack =>
  upload(name, script(code), more);

/** A URL asked for. */
export const visit = (name: string, url: string, more: Partial<Attack> = {}): Attack => ({
  name,
  source: { url },
  ends: 'any',
  ...more,
});

/** A page, or a server, that tries to use everything up. */
export interface Hostile {
  name: string;
  source: AttackSource;
  /** PDF if it does not say otherwise. */
  format?: 'png';
  page?: Partial<PageOptions>;
  pdf?: Partial<PdfOptions>;
  image?: Partial<ImageOptions>;
  /** Milliseconds that the page has after it was loaded. 300 if it does not say otherwise. */
  settle?: number;
}

export type SiteHandler = (request: IncomingMessage, response: ServerResponse) => unknown;
