import { htmlContentType } from './html-encoding.ts';
import type { Answer, Rule } from './interception.ts';
import { mediaTypeOf } from './media-type.ts';
import type { RenderAsset, RenderSource, RenderWarning } from './render-request.ts';

/**
 * Where an uploaded page stands: a name that cannot be registered (RFC 6761). Not https, which would keep the page from
 * everything that is at http; and not `file:`, for there files are.
 */
export const uploadOrigin = 'http://upload.invalid';

/** How many names are kept of what is missing: a page may ask without end. */
const mostMissing = 50;

/** Serves an uploaded page and its assets to the browser, which never asks the network for them. */
export class UploadedSite {
  readonly #page: Uint8Array;
  readonly #assets: ReadonlyMap<string, RenderAsset>;
  readonly #used = new Set<string>();
  readonly #missing = new Set<string>();

  constructor({ content, assets }: Extract<RenderSource, { kind: 'html' }>) {
    this.#page = content;
    this.#assets = new Map(assets.map((asset) => [asset.name.normalize(), asset]));
  }

  /** Answers every request to {@link uploadOrigin}. */
  get rule(): Rule {
    return {
      urlPattern: `${uploadOrigin}/*`,
      handle: ({ url }) => (url.startsWith(`${uploadOrigin}/`) ? this.#answer(url) : undefined),
    };
  }

  /** One for each asset that the page did not ask for, and for each that it asked for and that is not there. */
  warnings(): RenderWarning[] {
    const unused = [...this.#assets.keys()].filter((name) => !this.#used.has(name));
    return [
      ...[...this.#missing].map((name) => ({
        code: 'http-404',
        message: `The page asked for '${name}', which is not among the assets.`,
        url: name,
      })),
      ...unused.map((name) => ({
        code: 'unused-asset',
        message: `The page did not ask for the asset '${name}'.`,
        url: name,
      })),
    ];
  }

  #answer(url: string): Answer {
    const { pathname } = new URL(url);
    if (pathname === '/') return answer(200, htmlContentType(this.#page), this.#page);
    const name = assetName(pathname);
    const asset = this.#assets.get(name);
    if (!asset) {
      if (this.#missing.size < mostMissing) this.#missing.add(name);
      return answer(404, 'text/plain; charset=utf-8', Buffer.from(`There is no asset '${name}'.\n`));
    }
    this.#used.add(name);
    return answer(200, asset.contentType ?? mediaTypeOf(asset.name), asset.content);
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

function answer(responseCode: number, contentType: string, body: Uint8Array): Answer {
  return {
    responseCode,
    responseHeaders: [
      { name: 'content-type', value: contentType },
      // For fonts and scripts that sandboxed frames ask for: their origin is another one.
      { name: 'access-control-allow-origin', value: '*' },
    ],
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
  };
}
