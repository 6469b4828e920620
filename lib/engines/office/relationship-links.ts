import { createHash } from 'node:crypto';
import type { LinkBudget } from './link-budget.ts';
import { decodedTarget, isAbsolute, isHyperlinkTarget } from './link-targets.ts';
import type { Splice } from './part-splices.ts';
import { FormatError } from '../../base/random-access.ts';
import { XmlPrologCheck } from './xml-prolog.ts';
import { spliceOf, XmlTextReader } from './xml-text.ts';
import { attributesOf, localName, type XmlTag, XmlTagReader } from './xml-tokens.ts';

/** Transitional and strict (ECMA-376-1, 15.3 and annex A). */
const hyperlinkTypes = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink',
]);

/**
 * Other workbooks (ECMA-376-1, 12.3.9; [MS-XLSX] for those that were not found). LibreOffice shows their cell values
 * cached in this document only if the relationship has an address.
 */
const workbookType = /\/(?:externalLinkPath|xlExternalLinkPath\/\w+)$/;

/** Finds the relationships in a relationships part (ECMA-376-2, 9.3) that lead out of the package. */
export class RelationshipLinks {
  readonly splices: Splice[] = [];
  readonly #prolog = new XmlPrologCheck();
  readonly #text = new XmlTextReader();
  readonly #tags = new XmlTagReader();
  readonly #budget: LinkBudget;
  /** The relationship whose end tag is pending: its start, and whether it must be removed. */
  #open: { start: number; goes: boolean } | undefined;

  constructor(budget: LinkBudget) {
    this.#budget = budget;
  }

  /** @throws FormatError when the XML is malformed or declares entities */
  read(piece: Buffer): void {
    this.#budget.spendBytes(piece.length);
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
      if (this.#open?.goes) this.#change(this.#open.start, tag.end, '');
      this.#open = undefined;
      return;
    }
    if (this.#open) throw new FormatError('relationship in a relationship');
    const attributes = attributesOf(tag);
    const valueOf = (wanted: string): string | undefined =>
      attributes.find(({ name }) => name === wanted)?.value.trim();
    const type = valueOf('Type') ?? '';
    const target = valueOf('Target') ?? '';
    const goes = leadsOut(type, target, valueOf('TargetMode'));
    const place = workbookType.test(type) ? attributes.find(({ name }) => name === 'Target') : undefined;
    if (tag.kind === 'open') this.#open = { start: tag.start, goes: goes && !place };
    if (goes && place) {
      this.#change(tag.start + place.start, tag.start + place.end, ` Target="${nowhere(target)}"`);
    } else if (goes && tag.kind === 'empty') this.#change(tag.start, tag.end, '');
  }

  #change(start: number, end: number, text: string): void {
    this.#budget.spendLink();
    const { encoding } = this.#text;
    if (encoding) this.splices.push(spliceOf({ start, end, text }, encoding));
  }
}

function leadsOut(type: string, target: string, mode = 'Internal'): boolean {
  // LibreOffice finds relationships by their id alone, so an image can refer to one of type hyperlink; it cannot open the
  // addresses of one.
  if (hyperlinkTypes.has(type) && isHyperlinkTarget(target)) return false;
  // LibreOffice ignores the case of the mode.
  return mode.toLowerCase() !== 'internal' || isAbsolute(target) || isAbsolute(decodedTarget(target));
}

/**
 * An address from which nothing can be fetched. Each target gets a different one, because workbooks are distinguished
 * by it.
 */
const nowhere = (target: string): string =>
  `urn:not-opened:${createHash('sha256').update(target).digest('hex').slice(0, 32)}`;
