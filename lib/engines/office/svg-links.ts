import type { LinkBudget } from './link-budget.ts';
import type { Splice } from './part-splices.ts';
import { FormatError } from '../../base/random-access.ts';
import { isReadableEncoding } from './xml-prolog.ts';
import { spliceOf, XmlTextReader } from './xml-text.ts';
import { attributesOf, type XmlTag, XmlTagReader } from './xml-tokens.ts';

/** An image embedded in an SVG is a single attribute. In characters. */
const maxTagLength = 8 * 1024 * 1024;
/** Far more than a document type declaration with the entities of a drawing program. */
const maxProlog = 64 * 1024;

/**
 * A raster image inside the SVG, by its first bytes in Base64: PNG, JPEG, GIF, WebP, BMP. An SVG inside this one could
 * contain links.
 */
const embeddedPicture = /^data:image\/[\w.+-]+;base64,\s*(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|Qk[0-3])/;

/** Text-only entities, as drawing programs declare them for namespaces. */
const textEntities = /^(?:\s|<!ENTITY\s+[\w.-]+\s+(?:"[^"<&%]*"|'[^'<&%]*')\s*>)*$/;

/**
 * Finds the resources that an SVG image would fetch: LibreOffice opens files named in it without checking any of its
 * security settings.
 */
export class SvgLinks {
  readonly splices: Splice[] = [];
  readonly #text = new XmlTextReader();
  readonly #tags = new XmlTagReader(maxTagLength);
  readonly #budget: LinkBudget;
  #prolog: string | undefined = '';

  constructor(budget: LinkBudget) {
    this.#budget = budget;
  }

  /** @throws FormatError when the image's references cannot be determined */
  read(piece: Buffer): void {
    this.#budget.spendBytes(piece.length);
    const text = this.#text.read(piece);
    if (this.#prolog === undefined) {
      this.#readElements(text);
      return;
    }
    this.#prolog += text;
    const ready = withoutDoctype(this.#prolog);
    if (ready === undefined) {
      if (this.#prolog.length > maxProlog) throw new FormatError('SVG with a long prolog');
      return;
    }
    this.#prolog = undefined;
    this.#readElements(ready);
  }

  /** @throws FormatError when the XML ends inside markup */
  finish(): void {
    if (this.#prolog !== undefined) throw new FormatError('SVG without elements');
    this.#tags.finish();
  }

  #readElements(text: string): void {
    for (const tag of this.#tags.read(text)) if (tag.kind !== 'close') this.#see(tag);
  }

  #see(tag: XmlTag): void {
    // LibreOffice knows these names in this spelling only. It does not follow hyperlinks.
    if (!/^(?:svg:)?(?!a$)[^:]+$/i.test(tag.name)) return;
    const { encoding } = this.#text;
    for (const { name, value, start, end } of attributesOf(tag)) {
      if (!encoding || !/^(?:xlink:)?href$/i.test(name) || staysInside(value.trim())) continue;
      this.#budget.spendLink();
      this.splices.push(spliceOf({ start: tag.start + start, end: tag.start + end, text: '' }, encoding));
    }
  }
}

const staysInside = (target: string): boolean =>
  target === '' || target.startsWith('#') || embeddedPicture.test(target.slice(0, 256));

/**
 * `text` with a document type declaration replaced by blanks, so that all offsets stay the same; undefined before the
 * first element.
 *
 * @throws FormatError when declared entities or defaults could hide a link
 */
function withoutDoctype(text: string): string | undefined {
  const section = /[\s\ufeff\xef\xbb\xbf]*(?:<\?[^]*?\?>|<!--[^]*?-->)/y;
  let at = 0;
  for (let match = section.exec(text); match; match = section.exec(text)) {
    const encoding = /^[\s\ufeff\xef\xbb\xbf]*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)/.exec(match[0])?.[1];
    if (encoding !== undefined && !isReadableEncoding(encoding)) {
      throw new FormatError(`SVG in the encoding ${encoding}`);
    }
    at = section.lastIndex;
  }
  const rest = text.slice(at).replace(/^[\s\ufeff\xef\xbb\xbf]+/, '');
  if (/^<[^!?]/.test(rest)) return text;
  if (!rest.startsWith('<!DOCTYPE')) return undefined;
  const start = text.length - rest.length;
  const declaration = /^<!DOCTYPE[^[>]*(?:\[([^]*?)\]\s*)?>/.exec(rest);
  if (!declaration) return undefined;
  if (!textEntities.test(declaration[1] ?? '')) throw new FormatError('SVG with declarations');
  const end = start + declaration[0].length;
  return text.slice(0, start) + ' '.repeat(declaration[0].length) + text.slice(end);
}
