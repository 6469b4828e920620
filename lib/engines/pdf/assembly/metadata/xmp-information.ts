import { xmlTokens, type XmlToken } from './xml-tokens.ts';
import { xmpText } from './xmp-text.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const dc = 'http://purl.org/dc/elements/1.1/';
const pdf = 'http://ns.adobe.com/pdf/1.3/';
const xmp = 'http://ns.adobe.com/xap/1.0/';
const namespaces: ReadonlySet<string> = new Set([rdf, dc, pdf, xmp]);

/** The properties that entries of the document information have in XMP (ISO 32000-2, table 349). */
const entriesByProperty: ReadonlyMap<string, string> = new Map([
  [`${dc}title`, 'Title'],
  [`${dc}creator`, 'Author'],
  [`${dc}description`, 'Subject'],
  [`${pdf}Keywords`, 'Keywords'],
  [`${xmp}CreatorTool`, 'Creator'],
  [`${pdf}Producer`, 'Producer'],
  [`${xmp}CreateDate`, 'CreationDate'],
  [`${xmp}ModifyDate`, 'ModDate'],
]);

/**
 * The texts in XMP (ISO 16684-1) that correspond to entries of the document information, by the names of those. Dates
 * are in ISO 8601. Malformed XMP has those that precede the fault.
 */
export function informationInXmp(bytes: Uint8Array): Map<string, string> {
  const reader = new InformationReader();
  for (const token of xmlTokens(xmpText(bytes))) reader.read(token);
  return reader.information;
}

/** The elements of a packet by their level below `rdf:RDF`. Only properties of the document itself are at these. */
const levels = { description: 1, property: 2, container: 3, item: 4 };

/** The value of a property: a text, or the items of an array. */
interface Value {
  entry: string;
  texts: string[];
  /** Whether the items are versions of one text in several languages. */
  isAlternative: boolean;
  items: { texts: string[]; isDefault: boolean }[];
}

class InformationReader {
  readonly information = new Map<string, string>();
  /** Prefixes of the known namespaces. Documents use each for one namespace. */
  readonly #prefixes = new Map<string, string>();
  /** The level of the innermost open element; undefined outside of `rdf:RDF`. */
  #level: number | undefined;
  #isDescription = false;
  #value: Value | undefined;

  read(token: XmlToken): void {
    if (token.kind === 'open') this.#open(token);
    else if (token.kind === 'close') this.#close();
    else this.#text(token.text);
  }

  #open({ name, attributes }: XmlToken & { kind: 'open' }): void {
    for (const [attribute, value] of attributes) this.#declare(attribute, value);
    const element = this.#expanded(name);
    if (this.#level === undefined) {
      if (element === `${rdf}RDF`) this.#level = 0;
      return;
    }
    this.#level += 1;
    if (this.#level === levels.description) {
      this.#isDescription = element === `${rdf}Description`;
      if (this.#isDescription) this.#simpleProperties(attributes);
    } else if (this.#level === levels.property) {
      const entry = this.#isDescription ? entriesByProperty.get(element) : undefined;
      this.#value = entry === undefined ? undefined : { entry, texts: [], isAlternative: false, items: [] };
    } else if (this.#value && this.#level === levels.container) {
      this.#value.isAlternative = element === `${rdf}Alt`;
    } else if (this.#level === levels.item) {
      const isDefault = attributes.some(([key, value]) => key === 'xml:lang' && value === 'x-default');
      this.#value?.items.push({ texts: [], isDefault });
    }
  }

  #close(): void {
    if (this.#level === undefined) return;
    if (this.#level === levels.property && this.#value) {
      this.#set(this.#value.entry, textOf(this.#value));
      this.#value = undefined;
    }
    this.#level = this.#level === 0 ? undefined : this.#level - 1;
  }

  #text(text: string): void {
    if (this.#level === levels.property) this.#value?.texts.push(text);
    else if (this.#level === levels.item) this.#value?.items.at(-1)?.texts.push(text);
  }

  /** Properties that are attributes of `rdf:Description`. */
  #simpleProperties(attributes: Iterable<readonly [string, string]>): void {
    for (const [name, value] of attributes) {
      const entry = entriesByProperty.get(this.#expanded(name));
      if (entry !== undefined) this.#set(entry, value);
    }
  }

  #set(entry: string, value: string): void {
    const text = value.trim();
    if (text !== '' && !this.information.has(entry)) this.information.set(entry, text);
  }

  #declare(attribute: string, value: string): void {
    if (!attribute.startsWith('xmlns:')) return;
    const prefix = attribute.slice('xmlns:'.length);
    if (namespaces.has(value)) this.#prefixes.set(prefix, value);
    else this.#prefixes.delete(prefix);
  }

  /** A name with its namespace in place of the prefix. */
  #expanded(name: string): string {
    const colon = name.indexOf(':');
    return (this.#prefixes.get(name.slice(0, Math.max(colon, 0))) ?? '') + name.slice(colon + 1);
  }
}

function textOf({ texts, items, isAlternative }: Value): string {
  if (items.length === 0) return texts.join('');
  const item = isAlternative ? (items.find(({ isDefault }) => isDefault) ?? items[0]) : undefined;
  if (item) return item.texts.join('');
  return items.map((one) => one.texts.join('').trim()).join('; ');
}
