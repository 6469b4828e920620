import { asDict, dictAt, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { type PDFContext, PDFDict, type PDFName, type PDFObject, PDFRef } from '../../../objects.ts';
import { nameOf, nameText } from '../../../syntax/names.ts';
import type { TextDrawing } from '../../overlays/drawable.ts';
import type { FieldFont } from './field-font.ts';
import { ShapedFont } from './shaped-font.ts';
import { SimpleFont } from './simple-font.ts';
import { standardFont } from './standard-font.ts';

const usualFont = nameOf('Helv');

/** The fonts for the texts of a form's fields. */
export class FieldFonts {
  readonly #context: PDFContext;
  readonly #texts: TextDrawing | undefined;
  readonly #missing = new Set<string>();
  readonly #simple = new Map<PDFObject, SimpleFont | undefined>();
  readonly #direct = new Map<PDFObject, PDFRef>();
  readonly #standard = new Map<PDFName, PDFRef>();

  /** @param texts draws what the fonts of the form lack; undefined if there are no other fonts */
  constructor(context: PDFContext, texts: TextDrawing | undefined) {
    this.#context = context;
    this.#texts = texts;
  }

  /** The characters that were shown and that no font has, besides those that `texts` knows of. */
  get missing(): string {
    return [...this.#missing].join('');
  }

  /**
   * The font for a text: that of the field if it has all characters, else the fonts of the service.
   *
   * @param name of the font in the default appearance
   * @param resources of the field and of the form, in the order of precedence
   */
  fontFor(text: string, name: PDFName | undefined, resources: readonly PDFDict[]): FieldFont {
    const own = this.#simpleFont(name ?? usualFont, resources);
    if (own && !own.lacks(text.replaceAll(/[\r\n\u2028\u2029]/g, ''))) return own;
    if (this.#texts) return new ShapedFont(this.#context, this.#texts, text);
    return own ?? this.#lastResort();
  }

  #simpleFont(name: PDFName, resources: readonly PDFDict[]): SimpleFont | undefined {
    const font = this.#resource(name, resources) ?? this.#standardFont(name);
    if (this.#simple.has(font)) return this.#simple.get(font);
    const dict = asDict(this.#context.lookup(font));
    const simple = dict && SimpleFont.of({ name: nameText(name), font }, dict, this.#onMissing);
    this.#simple.set(font, simple);
    return simple;
  }

  /** Fonts that are not indirect objects become such, because many appearances name them. */
  #resource(name: PDFName, resources: readonly PDFDict[]): PDFRef | undefined {
    for (const resource of resources) {
      const font = dictAt(resource, keys.Font)?.get(name);
      if (font instanceof PDFRef && resolved(this.#context, font) instanceof PDFDict) return font;
      if (!(font instanceof PDFDict)) continue;
      let ref = this.#direct.get(font);
      if (!ref) this.#direct.set(font, (ref = this.#context.register(font)));
      return ref;
    }
    return undefined;
  }

  #standardFont(name: PDFName): PDFRef {
    let ref = this.#standard.get(name);
    if (!ref) {
      ref = this.#context.register(standardFont(this.#context, nameText(name)));
      this.#standard.set(name, ref);
    }
    return ref;
  }

  /** Without any other font: Helvetica, which leaves out what it does not have. */
  #lastResort(): FieldFont {
    const font = this.#simpleFont(usualFont, []);
    if (!font) throw new Error('Helvetica has no encoding');
    return font;
  }

  readonly #onMissing = (character: string): void => {
    this.#missing.add(character);
  };
}
