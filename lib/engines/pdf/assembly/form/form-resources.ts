import { keys } from '../../keys.ts';
import { type PDFContext, PDFDict, type PDFName, type PDFObject, PDFString } from '../../objects.ts';
import { nameOf, nameText } from '../../syntax/names.ts';
import { dictOf } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { dictAt, resolved } from '../lookup.ts';
import { isSameObject } from '../same-object.ts';
import { UniqueNames } from '../names/unique-names.ts';

interface Resource {
  excerpt: Excerpt;
  value: PDFObject;
}

/**
 * The resources for the default appearances of all forms' fields (PDF 32000-1, 12.7.2). A font is renamed if an earlier
 * form uses its name for another font.
 */
export class FormResources {
  readonly #categories = new Map<PDFName, Map<PDFName, Resource>>();
  readonly #fontNames = new UniqueNames((name, count) => `${name}_${count}`);

  /**
   * Adds the resources of an excerpt's form.
   *
   * @param usedFonts names of the fonts to keep; all if undefined
   * @returns new names of renamed fonts, by their old names
   */
  add(
    excerpt: Excerpt,
    form: PDFDict,
    usedFonts: ReadonlySet<string> | undefined,
  ): ReadonlyMap<string, string> {
    const renamed = new Map<string, string>();
    for (const [category, entry] of dictAt(form, keys.DR)?.entries() ?? []) {
      const entries = resolved(excerpt.source.context, entry);
      if (!(entries instanceof PDFDict)) continue;
      const resources = this.#categories.get(category) ?? new Map<PDFName, Resource>();
      this.#categories.set(category, resources);
      const isFont = category === keys.Font;
      for (const [key, value] of entries.entries()) {
        const name = nameText(key);
        if (isFont && usedFonts && !usedFonts.has(name)) continue;
        const taken = resources.get(key);
        if (!taken) {
          resources.set(key, { excerpt, value });
          if (isFont) this.#fontNames.add(name);
        } else if (isFont && !isSame(taken, { excerpt, value })) {
          const unique = this.#fontNames.add(name);
          renamed.set(name, unique);
          resources.set(nameOf(unique), { excerpt, value });
        }
      }
    }
    return renamed;
  }

  /** Copies the resources; undefined if there are none. */
  write(context: PDFContext): PDFDict | undefined {
    const written = dictOf(context, {});
    for (const [category, resources] of this.#categories) {
      if (resources.size === 0) continue;
      const copied = dictOf(context, {});
      for (const [key, { excerpt, value }] of resources) copied.set(key, excerpt.copier.copy(value));
      written.set(category, copied);
    }
    return written.keys().length === 0 ? undefined : written;
  }
}

const isSame = (a: Resource, b: Resource): boolean =>
  isSameObject([a.excerpt.source.context, a.value], [b.excerpt.source.context, b.value]);

const fontOperator = /\/([^\s/[\]<>(){}%]+)(?=\s+[-+.\d]+\s+Tf)/g;

/** The names of the fonts in a default appearance (PDF 32000-1, 12.7.3.3). */
export const fontsOf = (appearance: string): string[] =>
  [...appearance.matchAll(fontOperator)].map(([, name = '']) => name);

/** A default appearance with renamed fonts. */
export const withFonts = (appearance: string, renamed: ReadonlyMap<string, string>): string =>
  appearance.replace(fontOperator, (whole, name: string) => {
    const now = renamed.get(name);
    return now === undefined ? whole : `/${now}`;
  });

/** A default appearance as an object. It holds operators, so it is not a text string. */
export const appearanceString = (appearance: string): PDFString =>
  PDFString.of(appearance.replace(/[\\()]/g, '\\$&'));
