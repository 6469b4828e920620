import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';

/** What differs from a valid PDF/A-2b. */
export interface ArchivalFaults {
  /** The conformance that the metadata claims. */
  level?: string;
  /** Pages with text in a font that is not embedded. */
  badPages?: readonly number[];
  pages?: number;
}

const xmp = (level: string): string => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>${level}</pdfaid:conformance>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;

/** A PDF/A-2b of empty pages, with some faults. */
export async function archivalPdf({
  level = 'B',
  badPages = [],
  pages = 1,
}: ArchivalFaults = {}): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context, catalog } = document;
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([200, 200]);
    if (!badPages.includes(number)) continue;
    const font = context.register(
      context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }),
    );
    page.node.setFontDictionary(PDFName.of('F'), font);
    const content = `BT /F 12 Tf 20 ${20 + number} Td (Page ${number}) Tj ET`;
    page.node.set(PDFName.of('Contents'), context.register(context.stream(content)));
  }
  const metadata = context.stream(Buffer.from(xmp(level)), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));
  context.trailerInfo.ID = context.obj([PDFHexString.of('00'.repeat(16)), PDFHexString.of('00'.repeat(16))]);
  catalog.set(PDFName.of('Lang'), PDFString.of('en'));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}
