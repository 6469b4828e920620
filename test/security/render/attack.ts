import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ImageOptions, PageOptions, PdfOptions } from '#lib/api/options/html.ts';
import type { RenderAsset } from '#lib/engines/html/render-request.ts';

/** What the public site answers below `/<name of the attack>/`; HTML with status 200 if it does not say otherwise. */
export interface SiteResponse {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The body for whoever asks first, in place of the other. */
  firstBody?: string;
}

export type AttackSource = { html: string } | { url: string };

/** One way in which a page, or who asks for it, tries to reach what it may not. */
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
   * What must become of it besides reaching nothing: `page`, a PDF that has the page's own text; `refused`, the error
   * `url-not-allowed`; `any` for attacks that lead away from their page or end it.
   */
  ends: 'page' | 'refused' | 'any';
  /** The control looks the host up by itself and refuses private addresses, before the browser looks it up again. */
  checkedControl?: true;
  /** The control sends credentials to whoever asks, as a browser set up for a proxy easily does. */
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

/** Every page says this of its own, which shows that it was rendered at all. */
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
