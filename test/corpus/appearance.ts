import { difference, type Picture, pictures, rewritten } from './pdf-tools.ts';

/** The share of a page's pixels that may differ: lines fall on other pixels where a program rounds otherwise. */
export const tolerance = 0.0005;

/** How a document's pages look. */
export class Appearance {
  readonly #path: string;
  readonly #pictures: ReadonlyMap<number, Picture>;
  #others: readonly ReadonlyMap<number, Picture>[] | undefined;

  constructor(path: string, originals: ReadonlyMap<number, Picture>) {
    this.#path = path;
    this.#pictures = originals;
  }

  /** The share of pixels by which `picture` differs from a page. None where the page cannot be shown, or is not stable. */
  difference(page: number, picture: Picture | undefined): number {
    const original = this.#pictures.get(page);
    const share = original ? difference(original, picture) : 0;
    return share <= tolerance || this.isStable(page) ? share : 0;
  }

  /**
   * Whether a page looks the same when poppler draws it once more, and when qpdf has numbered its objects anew, after which
   * poppler takes glyphs of Type 3 fonts for one another.
   */
  isStable(page: number): boolean {
    this.#others ??= [this.#path, rewritten(this.#path)].map((document) =>
      document === undefined ? new Map<number, Picture>() : pictures(document, 1, this.#pictures.size),
    );
    const original = this.#pictures.get(page);
    return this.#others.every((pages) => {
      const other = pages.get(page);
      return !original || !other || difference(original, other) <= tolerance;
    });
  }
}

export const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
