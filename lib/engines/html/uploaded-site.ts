import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { htmlContentType, searchedBytes } from './html-encoding.ts';
import type { Fulfillment, Rule } from './interception.ts';
import { mediaTypeOf } from './media-type.ts';
import type { RenderAsset, RenderSource, RenderWarning, UploadedContent } from './render-request.ts';

/**
 * The origin of an uploaded page: a name that cannot be registered (RFC 6761). Not https, which would block all http
 * resources; and not `file:`, which could reach files.
 */
export const uploadOrigin = 'http://upload.invalid';

/** Maximum number of missing names recorded: a page may request without end. */
const mostMissing = 50;

/** The content at an address of the site. */
interface Found {
  status: number;
  content: UploadedContent;
  /** Undefined for the page, whose content declares its encoding. */
  contentType: string | undefined;
}

/**
 * Serves an uploaded page and its assets to the browser. Content in memory is passed to the browser through
 * interception; files are served through the proxy, because a message to the browser would hold the whole file in
 * base64.
 */
export class UploadedSite {
  readonly #page: UploadedContent;
  readonly #assets: ReadonlyMap<string, RenderAsset>;
  readonly #used = new Set<string>();
  readonly #missing = new Set<string>();

  constructor({ content, assets }: Extract<RenderSource, { kind: 'html' }>) {
    this.#page = content;
    this.#assets = new Map(assets.map((asset) => [asset.name.normalize(), asset]));
  }

  /** Handles requests to {@link uploadOrigin}, except for files. */
  get rule(): Rule {
    return {
      urlPattern: `${uploadOrigin}/*`,
      handle: ({ url }) => {
        if (!url.startsWith(`${uploadOrigin}/`)) return undefined;
        const { status, content, contentType } = this.#find(url);
        if (!(content instanceof Uint8Array)) return undefined;
        return fulfill(status, contentType ?? htmlContentType(content), content);
      },
    };
  }

  /** Handles the same requests when they arrive at the proxy. */
  get listener(): RequestListener {
    return (request, response) => {
      request.resume();
      // The browser may disconnect at any time; missing resources are reported as warnings.
      send(response, this.#find(request.url ?? '')).catch(() => response.destroy());
    };
  }

  /** One warning for each asset that the page did not request, and for each missing one that it requested. */
  warnings(): RenderWarning[] {
    const unused = [...this.#assets.keys()].filter((name) => !this.#used.has(name));
    return [
      ...[...this.#missing].map((name) => ({
        code: 'http-404' as const,
        message: `The page requested '${name}', which is not among the assets.`,
        url: name,
      })),
      ...unused.map((name) => ({
        code: 'unused-asset' as const,
        message: `The page did not request the asset '${name}'.`,
        url: name,
      })),
    ];
  }

  #find(url: string): Found {
    const { pathname } = new URL(url);
    if (pathname === '/') return { status: 200, content: this.#page, contentType: undefined };
    const name = assetName(pathname);
    const asset = this.#assets.get(name);
    if (!asset) {
      if (this.#missing.size < mostMissing) this.#missing.add(name);
      const text = Buffer.from(`There is no asset '${name}'.\n`);
      return { status: 404, content: text, contentType: 'text/plain; charset=utf-8' };
    }
    this.#used.add(name);
    return { status: 200, content: asset.content, contentType: asset.contentType ?? mediaTypeOf(asset.name) };
  }
}

/** Assets are identified by file name alone, whatever folder the page references. */
function assetName(pathname: string): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last).normalize();
  } catch {
    return last;
  }
}

const headersOf = (contentType: string): Record<string, string> => ({
  'content-type': contentType,
  // For fonts and scripts that sandboxed frames request: such frames have another origin.
  'access-control-allow-origin': '*',
});

function fulfill(responseCode: number, contentType: string, body: Uint8Array): Fulfillment {
  return {
    responseCode,
    responseHeaders: Object.entries(headersOf(contentType)).map(([name, value]) => ({ name, value })),
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
  };
}

async function send(response: ServerResponse, { status, content, contentType }: Found): Promise<void> {
  if (content instanceof Uint8Array) {
    response.writeHead(status, headersOf(contentType ?? htmlContentType(content))).end(content);
    return;
  }
  const type = contentType ?? htmlContentType(await startOf(content.path));
  // The content is local, so the browser need not cache it.
  const ofFile = { 'content-length': content.size, 'cache-control': 'no-store' };
  response.writeHead(status, { ...headersOf(type), ...ofFile });
  await pipeline(createReadStream(content.path), response);
}

async function startOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(searchedBytes), position: 0 });
  return buffer.subarray(0, bytesRead);
}
