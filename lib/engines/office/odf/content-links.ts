import { FormatError } from '../../../base/random-access.ts';
import type { LinkBudget } from '../link-budget.ts';
import { decodedTarget, isAbsolute, isHyperlinkTarget } from '../link-targets.ts';
import type { Splice } from '../part-splices.ts';
import { spliceOf, type XmlEncoding, XmlTextReader } from '../xml-text.ts';
import { attributesOf, localName, type XmlAttribute, type XmlTag, XmlTagReader } from '../xml-tokens.ts';

/** A drawing's path is a single attribute. In characters. */
const maxTagLength = 8 * 1024 * 1024;

/** Attributes with the address of a resource: `xlink:href`, `xforms:src`, `form:image-data` and others. */
const addresses = new Set(['href', 'src', 'schema', 'image-data']);

/** Attributes that name a database or another program's data, which may be files. */
const sources = new Set(['datasource', 'database-name', 'dde-application', 'dde-topic', 'dde-item']);

/** A tag without any of these has nothing to remove. Attributes are looked at only in tags that have one. */
const mayLink = /href|src|schema|image-data|datasource|database-name|dde-/;

/** Settings of a document that LibreOffice loads further files by. */
const fileSetting = /URL$|^(?:EmbeddedDatabaseName|CurrentDatabaseDataSource)$/i;

/** Whether a resource stays within its package (ODF 1.3-2, 3.7): a relative reference that does not leave it. */
export function isInPackage(target: string): boolean {
  const path = decodedTarget(target);
  return !isAbsolute(target) && !isAbsolute(path) && !/^[\\/]|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path);
}

/** Whether a resource stays within a document in a single file. */
export const isInDocument = (target: string): boolean => target === '' || target.startsWith('#');

/**
 * Finds the references of OpenDocument XML that lead out of the document: linked images, objects, sections, tables,
 * sounds, templates, scripts, DDE sources and databases. Hyperlinks to the web stay. Elements are known by their local
 * names, because a document can choose the prefixes.
 */
export class ContentLinks {
  readonly splices: Splice[] = [];
  readonly #text = new XmlTextReader();
  readonly #tags = new XmlTagReader(maxTagLength);
  readonly #budget: LinkBudget;
  readonly #staysInside: (target: string) => boolean;
  /** The element that is removed: its name, its start, and how many elements of that name are open in it. */
  #removed: { name: string; start: number; depth: number } | undefined;

  /** @param staysInside whether the address of a resource does not lead out of the document */
  constructor(budget: LinkBudget, staysInside: (target: string) => boolean) {
    this.#budget = budget;
    this.#staysInside = staysInside;
  }

  /** @throws FormatError when the XML is malformed or has a document type declaration */
  read(piece: Buffer): void {
    this.#budget.spendBytes(piece.length);
    for (const tag of this.#tags.read(this.#text.read(piece))) this.see(tag);
  }

  /** @throws FormatError when the XML ends inside markup, or inside an element that is removed */
  finish(): void {
    this.#tags.finish();
    if (this.#removed) throw new FormatError('XML ends inside an element');
  }

  /** How characters of the splices' XML map to bytes. */
  get encoding(): XmlEncoding {
    if (!this.#text.encoding) throw new FormatError('XML without content');
    return this.#text.encoding;
  }

  /** Whether the last tag is in an element that is removed. */
  protected get isRemoving(): boolean {
    return this.#removed !== undefined;
  }

  /** Inspects the next tag of the document. */
  protected see(tag: XmlTag): void {
    if (this.#removed) this.#skip(tag, this.#removed);
    else if (tag.kind === 'close') return;
    else if (isRemoved(tag)) {
      if (tag.kind === 'empty') this.change(tag.start, tag.end);
      else this.#removed = { name: tag.name, start: tag.start, depth: 1 };
    } else if (mayLink.test(tag.text)) this.#checkAttributes(tag);
  }

  /** Removes the characters from `start` to `end`. */
  protected change(start: number, end: number, text = ''): void {
    this.#budget.spendLink();
    const { encoding } = this.#text;
    if (encoding) this.splices.push(spliceOf({ start, end, text }, encoding));
  }

  #skip(tag: XmlTag, removed: { name: string; start: number; depth: number }): void {
    if (tag.name !== removed.name) return;
    if (tag.kind === 'open') removed.depth += 1;
    if (tag.kind === 'close') removed.depth -= 1;
    if (removed.depth > 0) return;
    this.change(removed.start, tag.end);
    this.#removed = undefined;
  }

  #checkAttributes(tag: XmlTag): void {
    const isHyperlink = localName(tag.name) === 'a';
    for (const attribute of attributesOf(tag)) {
      if (this.#mayStay(attribute, isHyperlink)) continue;
      this.change(tag.start + attribute.start, tag.start + attribute.end);
    }
  }

  #mayStay({ name, value }: XmlAttribute, isHyperlink: boolean): boolean {
    const attribute = localName(name);
    if (sources.has(attribute)) return false;
    if (!addresses.has(attribute)) return true;
    const target = value.trim();
    return isHyperlink ? isHyperlinkTarget(target) : this.#staysInside(target);
  }
}

/** Scripts, and settings that name files. */
function isRemoved(tag: XmlTag): boolean {
  const name = localName(tag.name);
  if (name === 'scripts') return true;
  if (name !== 'config-item') return false;
  return attributesOf(tag).some(
    (attribute) => localName(attribute.name) === 'name' && fileSetting.test(attribute.value),
  );
}
