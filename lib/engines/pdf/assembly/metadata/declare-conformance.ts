import { keys } from '../../keys.ts';
import { type PDFContext, type PDFDict, PDFRawStream, PDFRef } from '../../objects.ts';
import { passedBytes } from '../../writer/chunk-writer.ts';
import { resolved } from '../lookup.ts';
import { metadataStream } from './information.ts';
import { type KeptConformance, keptIn } from './kept-conformance.ts';
import { withProperties, withSchema, type XmpSchema } from './xmp-additions.ts';
import { claimsIn, withoutConformance } from './xmp-claims.ts';
import { xmpText } from './xmp-text.ts';

const archivalSchema = { prefix: 'pdfaid', uri: 'http://www.aiim.org/pdfa/ns/id/' };

const accessibleSchema: XmpSchema = {
  prefix: 'pdfuaid',
  uri: 'http://www.aiim.org/pdfua/ns/id/',
  title: 'PDF/UA identification schema',
  properties: [
    { name: 'part', type: 'Integer', category: 'internal', description: 'Part of ISO 14289' },
    { name: 'rev', type: 'Integer', category: 'internal', description: 'Year of the part' },
  ],
};

/** The years of the parts whose identification has it: ISO 19005-4, 6.7.3, and ISO 14289-2, clause 5. */
const archivalYears: Readonly<Record<number, string>> = { 4: '2020' };
const accessibleYears: Readonly<Record<number, string>> = { 2: '2024' };

/** The XMP of a document that declares conformance. */
export interface Declaration {
  xmp: Uint8Array;
  /** The XMP that can take its place in the file: without the declaration, and as long. */
  withdrawn: Uint8Array;
}

/**
 * Makes the XMP metadata of a document declare exactly `kept`. A packet that does so already stays as it is, except for
 * its length.
 *
 * @returns undefined if the document cannot declare it: it has no metadata if a request removes all
 */
export function declareConformance(
  { context, catalog }: { context: PDFContext; catalog: PDFDict },
  kept: KeptConformance,
): Declaration | undefined {
  const entry = catalog.get(keys.Metadata);
  const stream = resolved(context, entry);
  if (!(stream instanceof PDFRawStream)) return undefined;
  const { contents } = stream;
  const isDeclared = isSame(keptIn(claimsIn(contents)), kept);
  const declared = isDeclared ? contents : declaring(withoutConformance(contents, isOfInvoice), kept);
  const withdrawn = withoutConformance(declared);
  if (!isSame(keptIn(claimsIn(declared)), kept) || !isSame(keptIn(claimsIn(withdrawn)), {})) return undefined;
  // A part of its own in the written file, where `withdrawn` can replace it.
  const xmp = padded(declared, Math.max(passedBytes, withdrawn.length));
  if (xmp !== contents) {
    const described = metadataStream(xmp, context);
    // In place: the file would keep the old stream.
    if (entry instanceof PDFRef) context.assign(entry, described);
    else catalog.set(keys.Metadata, context.register(described));
  }
  // ISO 19005-4, 6.1.3: the document information is only for documents with private data of applications.
  if (kept.archival?.part === 4) delete context.trailerInfo.Info;
  return { xmp, withdrawn: padded(withdrawn, xmp.length) };
}

/** XMP with white space at its end, where it is shorter than `length`. It is in UTF-8 then. */
function padded(xmp: Uint8Array, length: number): Uint8Array {
  if (xmp.length >= length) return xmp;
  const text = Buffer.from(xmpText(xmp, xmp.length));
  return Buffer.concat([text, Buffer.alloc(Math.max(0, length - text.length), ' ')]);
}

function declaring(bytes: Uint8Array, { archival, accessible }: KeptConformance): Uint8Array {
  let xmp = xmpText(bytes, bytes.length);
  if (archival) {
    const { part, level } = archival;
    const year = archivalYears[part];
    xmp = withProperties(xmp, archivalSchema, {
      part: `${part}`,
      ...(year === undefined ? {} : { rev: year }),
      ...(level === '' ? {} : { conformance: level.toUpperCase() }),
    });
    if (accessible !== undefined && part < 4) xmp = withSchema(xmp, accessibleSchema);
  }
  if (accessible !== undefined) {
    const year = accessibleYears[accessible];
    xmp = withProperties(xmp, accessibleSchema, {
      part: `${accessible}`,
      ...(year === undefined ? {} : { rev: year }),
    });
  }
  return Buffer.from(xmp);
}

/** The caller has removed claims that are not true. */
const isOfInvoice = (claim: string): boolean => claim.startsWith('fx:');

const isSame = (one: KeptConformance, other: KeptConformance): boolean =>
  one.accessible === other.accessible &&
  one.archival?.part === other.archival?.part &&
  one.archival?.level === other.archival?.level;
