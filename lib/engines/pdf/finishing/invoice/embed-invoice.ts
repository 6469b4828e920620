import { resolved } from '../../assembly/lookup.ts';
import { metadataStream } from '../../assembly/metadata/information.ts';
import { xmpOf } from '../../assembly/metadata/xmp.ts';
import { withProperties } from '../../assembly/metadata/xmp-additions.ts';
import { invoiceNamespaces, withoutNamespaces } from '../../assembly/metadata/xmp-claims.ts';
import { xmpText } from '../../assembly/metadata/xmp-text.ts';
import { keys } from '../../keys.ts';
import { PDFRawStream } from '../../objects.ts';
import { attachFiles } from '../attached-files.ts';
import type { BuiltDocument } from '../built-document.ts';
import { EmbeddedFiles } from '../embedded-files.ts';
import { profileFacts } from './invoice-profiles.ts';
import type { Invoice } from './read-invoice.ts';

/** The schema of the properties that name an invoice. Conformance to PDF/A-3 adds its description. */
const invoiceSchema = { prefix: 'fx', uri: invoiceNamespaces[0] };

/** The names of invoices in PDFs in this and earlier versions, in lower case. */
const invoiceNames: ReadonlySet<string> = new Set(['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml']);

/** Whether a file is an invoice, by its name. Merges number the names that several documents have. */
const isInvoice = (name: string): boolean =>
  invoiceNames.has(name.toLowerCase().replace(/-\d{1,5}(?=\.xml$)/, ''));

/**
 * Makes a document an electronic invoice (Factur-X 1, ZUGFeRD 2): attaches the XML and names it in the metadata. An
 * invoice that the document has is replaced. Conformance to PDF/A-3 is not its task.
 */
export function embedInvoice(
  document: BuiltDocument,
  { content, profile, documentType, version }: Invoice,
): void {
  const { level, fileName, relationship } = profileFacts[profile];
  const embedded = new EmbeddedFiles(document.context, document.catalog);
  embedded.remove(isInvoice);
  embedded.write();
  attachFiles(document, [
    {
      fileName,
      content,
      mimeType: 'text/xml',
      relationship,
      description: 'The invoice as data',
      modified: new Date(),
    },
  ]);
  nameInvoice(document, {
    DocumentType: documentType,
    DocumentFileName: fileName,
    Version: version,
    ConformanceLevel: level,
  });
}

function nameInvoice(
  { context, catalog }: BuiltDocument,
  properties: Readonly<Record<string, string>>,
): void {
  const stream = resolved(context, catalog.get(keys.Metadata));
  const old =
    stream instanceof PDFRawStream ? xmpText(stream.contents, stream.contents.length) : xmpOf(new Map());
  const named = withProperties(withoutNamespaces(old, new Set(invoiceNamespaces)), invoiceSchema, properties);
  const xmp = Buffer.from(named);
  catalog.set(keys.Metadata, context.register(metadataStream(xmp, context)));
}
