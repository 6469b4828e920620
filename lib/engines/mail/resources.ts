import { ownEntry } from '../../base/own-entry.ts';

/** A picture that the mail contains. */
export interface MailPicture {
  /** Unique among the pictures of the mail. */
  name: string;
  content: Uint8Array<ArrayBuffer>;
}

/** Media types of pictures that browsers show, and the extensions by which a page's assets get the same types. */
const shownTypes: Readonly<Record<string, string>> = {
  'image/apng': 'apng',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'image/x-png': 'png',
};

/** A part of the mail that its HTML can refer to. */
export interface ReferablePart {
  contentId: string | undefined;
  mimeType: string;
  content: Uint8Array<ArrayBuffer>;
}

/** Pictures that are shown within the mail. Any others are attached. */
const mostPictures = 200;

const dataPicture = /^data:image\/(?:apng|avif|bmp|gif|jpe?g|png|svg\+xml|webp)[;,]/i;
const schemePattern = /^[a-z][a-z0-9+.-]*:/i;

/**
 * What the HTML of a mail refers to. Pictures of the mail itself get new addresses. Everything else is recorded, and has no
 * address: the page of a mail loads nothing from anywhere.
 */
export class MailResources<Part extends ReferablePart = ReferablePart> {
  readonly #parts = new Map<string, Part>();
  readonly #names = new Map<Part, string>();
  readonly #remote = new Set<string>();
  readonly #missing = new Set<string>();

  constructor(parts: readonly Part[]) {
    for (const part of parts) {
      const id = part.contentId?.trim().replace(/^</, '').replace(/>$/, '') ?? '';
      if (id !== '' && !this.#parts.has(id)) this.#parts.set(id, part);
    }
  }

  /** The new address of a picture; undefined if the mail does not contain it. */
  pictureAt(written: string): string | undefined {
    // As browsers do (URL Standard, 4.4).
    const url = written.trim().replaceAll(/[\t\r\n]/g, '');
    if (url === '' || url.startsWith('#')) return undefined;
    if (dataPicture.test(url)) return url;
    if (/^cid:/i.test(url)) return this.#partAt(url);
    this.noteRemote(url);
    return undefined;
  }

  /** Records a reference that is not to a picture. */
  noteRemote(written: string): void {
    const url = written.trim();
    if (/^\/\//.test(url) || (schemePattern.test(url) && !/^(?:cid|data|about|javascript):/i.test(url))) {
      this.#remote.add(url);
    } else if (url !== '' && !url.startsWith('#') && !schemePattern.test(url)) this.#missing.add(url);
  }

  /** The pictures that the HTML shows. */
  pictures(): MailPicture[] {
    return Array.from(this.#names, ([{ content }, name]) => ({ name, content }));
  }

  /** Whether the HTML shows a part. */
  isShown(part: Part): boolean {
    return this.#names.has(part);
  }

  /** Addresses outside the mail. */
  get remote(): ReadonlySet<string> {
    return this.#remote;
  }

  /** References to parts that the mail does not have, or that no browser shows. */
  get missing(): ReadonlySet<string> {
    return this.#missing;
  }

  #partAt(url: string): string | undefined {
    const part = this.#parts.get(decoded(url.slice('cid:'.length)));
    const extension = part && ownEntry(shownTypes, part.mimeType);
    const known = part && this.#names.get(part);
    if (known !== undefined) return known;
    if (!part || extension === undefined || this.#names.size === mostPictures) {
      this.#missing.add(url);
      return undefined;
    }
    const name = `picture-${this.#names.size + 1}.${extension}`;
    this.#names.set(part, name);
    return name;
  }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
