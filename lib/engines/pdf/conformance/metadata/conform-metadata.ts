import { isString, resolved, textOf } from '../../assembly/lookup.ts';
import { metadataStream } from '../../assembly/metadata/information.ts';
import { cleanXmlText, isoDate, pdfDate } from '../../assembly/metadata/xmp.ts';
import { informationInXmp } from '../../assembly/metadata/xmp-information.ts';
import { xmpText } from '../../assembly/metadata/xmp-text.ts';
import { dictFrom } from '../../assembly/object-builders.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { keys } from '../../keys.ts';
import { PDFDict, PDFHexString, type PDFObject, PDFRawStream, PDFRef } from '../../objects.ts';
import { nameOf, nameText } from '../../syntax/names.ts';
import { streamBytes } from '../objects/stream-bytes.ts';
import type { Changes } from '../changes.ts';
import { type ConformanceTarget, partOf } from '../target.ts';
import { isXmpDate, type KeptProperty, keptProperties } from './kept-properties.ts';
import { type Declaration, xmpPacket } from './xmp-packet.ts';
import { xmpProperties } from './xmp-properties.ts';

const dc = 'http://purl.org/dc/elements/1.1/';
const pdf = 'http://ns.adobe.com/pdf/1.3/';
const xmp = 'http://ns.adobe.com/xap/1.0/';

/** Entries of the document information and the properties that equal them (ISO 19005-1, 6.7.3, table 1). */
const equivalents = [
  { entry: 'Title', namespace: dc, local: 'title', kind: 'Alt' },
  { entry: 'Author', namespace: dc, local: 'creator', kind: 'Seq' },
  { entry: 'Subject', namespace: dc, local: 'description', kind: 'Alt' },
  { entry: 'Keywords', namespace: pdf, local: 'Keywords', kind: 'text' },
  { entry: 'Creator', namespace: xmp, local: 'CreatorTool', kind: 'text' },
  { entry: 'Producer', namespace: pdf, local: 'Producer', kind: 'text' },
  { entry: 'CreationDate', namespace: xmp, local: 'CreateDate', kind: 'date' },
  { entry: 'ModDate', namespace: xmp, local: 'ModifyDate', kind: 'date' },
] as const;

/**
 * Replaces the metadata by a packet that agrees with the document information and declares the target (ISO 19005-1, 6.7;
 * ISO 19005-2 and -3, 6.6; ISO 14289-1, 5). It keeps the properties that PDF/A allows.
 */
export function conformMetadata(
  { context, catalog, budget }: BuiltDocument,
  target: ConformanceTarget,
  changes: Changes,
): void {
  const stream = resolved(context, catalog.get(keys.Metadata));
  const bytes = stream instanceof PDFRawStream ? streamBytes(stream, budget.contents) : undefined;
  const text = bytes && xmpText(bytes);
  const properties = text === undefined ? [] : xmpProperties(text);
  if (properties === undefined) changes.add('metadata', 'the XMP packet, which is malformed');
  const { kept, dropped } = keptProperties(properties ?? []);
  for (const name of dropped) changes.add('metadata', name);
  const information = informationIn(resolved(context, context.trailerInfo.Info), bytes);
  setInformation({ context, catalog }, information);
  const isPart1 = target.pdfa !== undefined && partOf(target.pdfa) === 1;
  const packet = xmpPacket(declarationsOf(target), agreeing(kept, information, { isExact: isPart1 }));
  const old = catalog.get(keys.Metadata);
  if (old instanceof PDFRef) context.delete(old);
  catalog.set(keys.Metadata, context.register(metadataStream(Buffer.from(packet), context)));
}

/** The properties that declare conformance (ISO 19005-1, 6.7.11; ISO 19005-2, 6.6.4; ISO 14289-1, 5). */
function declarationsOf({ pdfa, pdfua }: ConformanceTarget): Declaration[] {
  const archival = { namespace: 'http://www.aiim.org/pdfa/ns/id/', prefix: 'pdfaid' };
  const accessible = { namespace: 'http://www.aiim.org/pdfua/ns/id/', prefix: 'pdfuaid' };
  return [
    ...(pdfa
      ? [
          { ...archival, local: 'part', text: String(partOf(pdfa)) },
          { ...archival, local: 'conformance', text: pdfa.slice(1).toUpperCase() },
        ]
      : []),
    // PDF/A does not predefine the schema.
    ...(pdfua ? [{ ...accessible, local: 'part', text: '1', described: pdfa && 'Integer' }] : []),
  ];
}

interface Information {
  /** All entries, those with an equivalent in a form that XMP can represent. */
  entries: ReadonlyMap<string, PDFObject>;
  /** The entries with an equivalent, dates in the format of XMP. */
  texts: ReadonlyMap<string, string>;
}

/** The document information with what only XMP has. */
function informationIn(dict: PDFObject | undefined, xmpBytes: Uint8Array | undefined): Information {
  const entries = new Map<string, PDFObject>();
  if (dict instanceof PDFDict)
    for (const [key, value] of dict.entries())
      entries.set(nameText(key), resolved(dict.context, value) ?? value);
  const inXmp = xmpBytes ? informationInXmp(xmpBytes) : new Map<string, string>();
  const texts = new Map<string, string>();
  for (const { entry, kind } of equivalents) {
    const own = entries.get(entry);
    const stated = isString(own) ? textOf(own) : '';
    entries.delete(entry);
    const found =
      kind === 'date' ? (dateOf(isoDate(stated)) ?? dateOf(inXmp.get(entry))) : stated || inXmp.get(entry);
    if (found === undefined) continue;
    const text = cleanXmlText(found).trim();
    if (text === '') continue;
    texts.set(entry, text);
    entries.set(entry, kind === 'date' ? dateString(text) : PDFHexString.fromText(text));
  }
  return { entries, texts };
}

const dateOf = (text: string | undefined): string | undefined =>
  text !== undefined && isXmpDate(text) ? text : undefined;

/** Dates are in ASCII (PDF 32000-1, 7.9.4). */
const dateString = (date: string): PDFHexString =>
  PDFHexString.of(Buffer.from(pdfDate(date) ?? '', 'latin1').toString('hex'));

function setInformation(
  { context }: Pick<BuiltDocument, 'context' | 'catalog'>,
  { entries }: Information,
): void {
  const old = context.trailerInfo.Info;
  if (old instanceof PDFRef) context.delete(old);
  delete context.trailerInfo.Info;
  if (entries.size === 0) return;
  const named = [...entries].map(([name, value]) => [nameOf(name), value] as const);
  context.trailerInfo.Info = context.register(dictFrom(context, named));
}

/**
 * The properties with those of the document information. A property that says the same keeps its form: further languages
 * of a title, several authors.
 *
 * @param isExact whether properties must equal their entries (ISO 19005-1, 6.7.3): authors are one text
 */
function agreeing(
  kept: readonly KeptProperty[],
  { texts }: Information,
  { isExact }: { isExact: boolean },
): KeptProperty[] {
  const all = new Map(kept.map((property) => [`${property.namespace} ${property.local}`, property]));
  for (const { entry, namespace, local, kind } of equivalents) {
    const key = `${namespace} ${local}`;
    const text = texts.get(entry);
    const own = all.get(key);
    if (text === undefined) {
      all.delete(key);
      continue;
    }
    if (own && !isExact && says(own, text)) continue;
    const value: KeptProperty['value'] =
      kind === 'Alt' || kind === 'Seq' ? { kind, items: [{ text }] } : { kind: 'text', text };
    all.set(key, { namespace, prefix: '', local, value });
  }
  return [...all.values()];
}

function says({ value }: KeptProperty, text: string): boolean {
  if (value.kind === 'text') return value.text === text;
  if (value.kind === 'Alt')
    return (value.items.find(({ language }) => language === 'x-default') ?? value.items[0])?.text === text;
  return value.items.map((item) => item.text.trim()).join('; ') === text;
}

/** A packet with the properties of another object than the document that PDF/A allows. */
export const objectMetadata = (bytes: Uint8Array | undefined): string =>
  xmpPacket([], bytes ? keptProperties(xmpProperties(xmpText(bytes)) ?? []).kept : []);
