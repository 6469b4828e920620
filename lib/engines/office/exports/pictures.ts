import { open } from 'node:fs/promises';
import type { OutputFile } from '../libreoffice/file-exchange.ts';

/** The first bytes of the pictures that browsers show, in Latin-1. */
const signatures: readonly (readonly [extension: string, start: RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['bmp', /^BM/],
  ['webp', /^RIFF.{4}WEBP/s],
];

/** The pictures of a page. They get names when they are shown. */
export class Pictures {
  /** In the order in which the page shows them. */
  readonly shown = new Map<string, OutputFile>();
  readonly #found: ReadonlyMap<string, { path: string; extension: string }>;

  private constructor(found: ReadonlyMap<string, { path: string; extension: string }>) {
    this.#found = found;
  }

  /** The pictures among the files of a page. Those that can contain links or code, such as SVG, are none. */
  static async among(files: readonly OutputFile[]): Promise<Pictures> {
    const found = new Map<string, { path: string; extension: string }>();
    for (const { name, path } of files) {
      const extension = await pictureExtension(path);
      if (extension !== undefined) found.set(name, { path, extension });
    }
    return new Pictures(found);
  }

  /** The new name of a picture; undefined for any other address. */
  show(address: string): string | undefined {
    const picture = this.#found.get(address);
    if (!picture) return undefined;
    const { path, extension } = picture;
    const shown = this.shown.get(address) ?? { path, name: `picture-${this.shown.size + 1}.${extension}` };
    this.shown.set(address, shown);
    return shown.name;
  }
}

async function pictureExtension(path: string): Promise<string | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(16), position: 0 });
  const start = buffer.toString('latin1', 0, bytesRead);
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}
