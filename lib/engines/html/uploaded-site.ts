import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { htmlContentType, searchedBytes } from './html-encoding.ts';
import type { Answer, Rule } from './interception.ts';
import { mediaTypeOf } from './media-type.ts';
import type { RenderAsset, RenderSource, RenderWarning, UploadedContent } from './render-request.ts';

/**
 * Where an uploaded page stands: a name that cannot be registered (RFC 6761). Not https, which would keep the page from
 * everything that is at http; and not `file:`, for there files are.
 */
export const uploadOrigin = 'http://upload.invalid';

/** How many names are kept of what is missing: a page may ask without end. */
const mostMissing = 50;

/** What is at an address of the site. */
interface Found {
  status: number;
  content: UploadedContent;
  /** Undefined for the page, whose encoding is in its content. */
  contentType: string | undefined;
}

/**
 * Serves an uploaded page and its assets to the browser. What is in memory is handed over where the browser asks for it;
 * for a file it has to ask the proxy, since a message to the browser would hold the whole of it, in base64.
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

  /** Answers requests to {@link uploadOrigin}, but for files. */
  get rule(): Rule {
    return {
      urlPattern: `${uploadOrigin}/*`,
      handle: ({ url }) => {
        if (!url.startsWith(`${uploadOrigin}/`)) return undefined;
        const { status, content, contentType } = this.#find(url);
        if (!(content instanceof Uint8Array)) return undefined;
        return answer(status, contentType ?? htmlContentType(content), content);
      },
    };
  }

  /** Answers the same requests where they come to the proxy. */
  get listener(): RequestListener {
    return (request, response) => {
      request.resume();
      // The browser may leave at any time; what it does not get is among the warnings.
      send(response, this.#find(request.url ?? '')).catch(() => response.destroy());
    };
  }

  /** One for each asset that the page did not ask for, and for each that it asked for and that is not there. */
  warnings(): RenderWarning[] {
    const unused = [...this.#assets.keys()].filter((name) => !this.#used.has(name));
    return [
      ...[...this.#missing].map((name) => ({
        code: 'http-404' as const,
        message: `The page asked for '${name}', which is not among the assets.`,
        url: name,
      })),
      ...unused.map((name) => ({
        code: 'unused-asset' as const,
        message: `The page did not ask for the asset '${name}'.`,
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

/** Assets are known by their file name alone, whatever folder the page believes them in. */
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
  // For fonts and scripts that sandboxed frames ask for: their origin is another one.
  'access-control-allow-origin': '*',
});

function answer(responseCode: number, contentType: string, body: Uint8Array): Answer {
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
  // The browser need not keep in its cache what is at hand.
  const ofFile = { 'content-length': content.size, 'cache-control': 'no-store' };
  response.writeHead(status, { ...headersOf(type), ...ofFile });
  await pipeline(createReadStream(content.path), response);
}

async function startOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(searchedBytes), position: 0 });
  return buffer.subarray(0, bytesRead);
}
