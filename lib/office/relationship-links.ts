import type { Splice } from './part-splices.ts';
import { XmlPrologCheck } from './xml-prolog.ts';
import { spliceOf, XmlTextReader } from './xml-text.ts';
import { attributesOf, localName, type XmlTag, XmlTagReader } from './xml-tokens.ts';

/** Transitional and strict (ECMA-376-1, 15.3 and annex A). */
const hyperlinkTypes = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink',
]);

/**
 * Where a hyperlink may lead: what a browser or mail program opens. LibreOffice finds relationships by their id alone,
 * so that a picture can be one whose type is hyperlink; these addresses it cannot open.
 */
const webAddress = /^(?:https?|ftps?|sftp|mailto|tel|sms|sips?|callto|skype|msteams|xmpp|geo|news|nntp):/i;

/** An absolute URL, a drive, or a UNC path. */
const absolute = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Finds the relationships of a relationships part (ECMA-376-2, 9.3) that lead out of the package. */
export class RelationshipLinks {
  readonly splices: Splice[] = [];
  readonly #prolog = new XmlPrologCheck();
  readonly #text = new XmlTextReader();
  readonly #tags = new XmlTagReader();
  /** Start of a relationship that has to go and whose end tag has not come. */
  #goesFrom: number | undefined;

  /** @throws FormatError when the XML is broken or declares entities */
  read(piece: Buffer): void {
    this.#prolog.read(piece);
    for (const tag of this.#tags.read(this.#text.read(piece))) this.#see(tag);
  }

  /** @throws FormatError when the XML ends inside markup */
  finish(): void {
    this.#tags.finish();
  }

  #see(tag: XmlTag): void {
    if (localName(tag.name) !== 'Relationship') return;
    if (tag.kind === 'close') {
      if (this.#goesFrom !== undefined) this.#cut(this.#goesFrom, tag.end);
      this.#goesFrom = undefined;
    } else if (leadsOut(tag)) {
      if (tag.kind === 'open') this.#goesFrom ??= tag.start;
      else this.#cut(tag.start, tag.end);
    }
  }

  #cut(start: number, end: number): void {
    const { encoding } = this.#text;
    if (encoding) this.splices.push(spliceOf({ start, end, text: '' }, encoding));
  }
}

function leadsOut(tag: XmlTag): boolean {
  const attributes = new Map(attributesOf(tag).map(({ name, value }) => [name, value]));
  const target = (attributes.get('Target') ?? '').trim();
  if (hyperlinkTypes.has(attributes.get('Type') ?? '') && (target.startsWith('#') || webAddress.test(target))) {
    return false;
  }
  // LibreOffice does not insist on the case of the words.
  const mode = attributes.get('TargetMode')?.trim().toLowerCase() ?? 'internal';
  return mode !== 'internal' || absolute.test(target) || absolute.test(decoded(target));
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target).trim();
  } catch {
    return target;
  }
}
