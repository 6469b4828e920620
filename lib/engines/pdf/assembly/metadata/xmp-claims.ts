import { keys } from '../../keys.ts';
import { PDFRawStream } from '../../objects.ts';
import { resolved } from '../lookup.ts';
import { perSource } from '../per-source.ts';
import { xmpText } from './xmp-text.ts';

/** The XMP namespaces that name the file of an invoice: Factur-X 1 and ZUGFeRD 2.1, ZUGFeRD 2.0, ZUGFeRD 1. */
export const invoiceNamespaces = [
  'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
  'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
] as const;

/** The XMP namespaces that declare conformance, with the claims' names as `claimsIn` returns them. */
const conformanceNamespaces: ReadonlyMap<string, (property: string) => string> = new Map([
  ...invoiceNamespaces.map((uri) => [uri, (property: string) => `fx:${property}`] as const),
  ['http://www.aiim.org/pdfa/ns/id/', (property: string) => `pdfaid:${property}`],
  ['http://www.aiim.org/pdfua/ns/id/', (property: string) => `pdfuaid:${property}`],
  ['http://www.aiim.org/pdfe/ns/id/', (property: string) => property],
  ['http://www.npes.org/pdfx/ns/id/', (property: string) => property],
  ['http://www.npes.org/pdfvt/ns/id/', (property: string) => property],
]);

/** The XMP packet of a source; undefined if it is absent or unreadable. */
export const xmpBytesOf = perSource((source): Uint8Array | undefined => {
  const stream = resolved(source.context, source.catalog.get(keys.Metadata));
  const xmp = stream instanceof PDFRawStream ? source.decode(stream) : undefined;
  return xmp && isReadable(xmpText(xmp, xmp.length)) ? xmp : undefined;
});

/** Whether a text is XML in a known encoding, and without a document type, whose entities could spell anything. */
const isReadable = (text: string): boolean =>
  text.includes('<') && !text.includes('\0') && !text.includes('<!DOCTYPE');

/**
 * Properties and values, as attributes and as elements. The lengths are bounded, because a match can start anywhere.
 */
const properties = [
  /\s([\w.-]{1,50}):(\w{1,30})\s{0,20}=\s{0,20}(?:"([^"<>]{0,50})"|'([^'<>]{0,50})')/g,
  /<([\w.-]{1,50}):(\w{1,30})(?:\s[^<>]{0,200})?>([^<]{0,50})<\//g,
];

/**
 * The claims of conformance in XMP: `pdfaid:part`, `pdfaid:conformance`, `pdfuaid:part`, `GTS_PDFXVersion`,
 * `fx:DocumentFileName`, …
 */
export function claimsIn(xmp: Uint8Array): Map<string, string> {
  const text = xmpText(xmp);
  const prefixes = conformancePrefixes(text);
  const claims = new Map<string, string>();
  for (const form of prefixes.size > 0 ? properties : []) {
    for (const [, prefix = '', name = '', value, other] of text.matchAll(form)) {
      const claim = prefixes.get(prefix)?.(name);
      if (claim !== undefined && !claims.has(claim)) claims.set(claim, (value ?? other ?? '').trim());
    }
  }
  return claims;
}

/**
 * XMP (ISO 16684-1) without claims of conformance.
 *
 * @param isKept whether a claim stays, by its name as `claimsIn` returns it
 */
export function withoutConformance(xmp: Uint8Array, isKept = (_: string): boolean => false): Uint8Array {
  const text = withoutReferences(xmpText(xmp, xmp.length));
  const namespaces = [...conformanceNamespaces].flatMap(([uri, claim]) => (isKept(claim('')) ? [] : [uri]));
  if (!namespaces.some((uri) => text.includes(uri))) return xmp;
  const all = conformancePrefixes(text);
  const prefixes = new Set([...all].flatMap(([prefix, claim]) => (isKept(claim('')) ? [] : [prefix])));
  return Buffer.from(withoutDeclarations(withoutPrefixes(text, prefixes), namespaces));
}

/**
 * XMP without declarations of some namespaces, so that whatever is left of their properties, in any form of RDF, has no
 * meaning.
 */
const withoutDeclarations = (text: string, namespaces: readonly string[]): string =>
  namespaces
    .flatMap((uri) => [`"${uri}"`, `'${uri}'`])
    .reduce((rest, quoted) => rest.replaceAll(quoted, '"urn:x-removed"'), text);

/** XML without references to characters of URIs, which need none. */
const withoutReferences = (text: string): string =>
  text.replaceAll(/&#(x?)0*([0-9A-Fa-f]{1,6});/g, (reference, hexadecimal: string, digits: string) => {
    const character = String.fromCodePoint(
      Math.min(0x10ffff, Number.parseInt(digits, hexadecimal ? 16 : 10)),
    );
    return /^[\w:/.-]$/.test(character) ? character : reference;
  });

/** The text of an XMP packet without the simple properties of some namespaces. */
export const withoutNamespaces = (xmp: string, namespaces: ReadonlySet<string>): string =>
  withoutPrefixes(
    xmp,
    new Set(prefixesIn(xmp).flatMap(([prefix, uri]) => (namespaces.has(uri) ? [prefix] : []))),
  );

function withoutPrefixes(text: string, prefixes: ReadonlySet<string>): string {
  const withoutElements = without(text, prefixes, {
    start: /<([\w.-]+):/g,
    whole: /<([\w.-]+:[\w.-]+)(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1\s*>)/y,
  });
  const attributes = { start: /\s([\w.-]+):/g, whole: /\s[\w.-]+:[\w.-]+\s*=\s*(?:"[^"]*"|'[^']*')/y };
  return without(withoutElements, prefixes, attributes);
}

function conformancePrefixes(text: string): Map<string, (property: string) => string> {
  const prefixes = new Map<string, (property: string) => string>();
  for (const [prefix, uri] of prefixesIn(text)) {
    const claim = conformanceNamespaces.get(uri);
    if (claim) prefixes.set(prefix, claim);
  }
  return prefixes;
}

/** The declarations of namespaces. */
const prefixesIn = (text: string): [prefix: string, uri: string][] =>
  [...text.matchAll(/xmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, prefix = '', double, single]) => [prefix, double ?? single ?? ''],
  );

/**
 * `text` without the matches of `whole` at which `start` finds one of the prefixes. Prefixes are looked up and not
 * written into an expression, because a document can declare thousands.
 */
function without(
  text: string,
  prefixes: ReadonlySet<string>,
  { start, whole }: { start: RegExp; whole: RegExp },
): string {
  const kept: string[] = [];
  let from = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    whole.lastIndex = match.index;
    if (!prefixes.has(match[1] ?? '') || !whole.test(text)) continue;
    kept.push(text.slice(from, match.index));
    from = whole.lastIndex;
    start.lastIndex = from;
  }
  return kept.join('') + text.slice(from);
}
