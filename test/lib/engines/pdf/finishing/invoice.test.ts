import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { FacturXProfile } from '#lib/api/fields/finishing/factur-x.ts';
import { AppError } from '#lib/base/app-error.ts';
import { limits } from '#lib/base/limits.ts';
import { conform } from '#lib/engines/pdf/conformance/conform.ts';
import { type InvoiceOptions, readInvoice } from '#lib/engines/pdf/finishing/invoice/read-invoice.ts';
import { inspect } from '#lib/engines/pdf/inspection/inspect.ts';
import { PDFArray, PDFDict, PDFName } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { assembled } from '../../../../support/assemble.ts';
import { attachFile, newPdf, objectsOf } from '../../../../support/pdf-features.ts';
import { readPdf } from '../../../../support/read-pdf.ts';

const en16931 = 'urn:cen.eu:en16931:2017';
const xrechnung = `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;

const invoice = (guideline: string, more = ''): string =>
  `<r:CrossIndustryInvoice xmlns:r="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:a="urn:a"><r:ExchangedDocumentContext><a:GuidelineSpecifiedDocumentContextParameter><a:ID>${guideline}</a:ID></a:GuidelineSpecifiedDocumentContextParameter></r:ExchangedDocumentContext>${more}</r:CrossIndustryInvoice>`;

const read = (xml: string | Buffer, options: InvoiceOptions = {}) =>
  readInvoice({ field: 'facturX', content: Buffer.from(xml) }, options);

/** The error of an invoice, as `code field message`. */
function fault(xml: string | Buffer, options?: InvoiceOptions): string {
  try {
    read(xml, options);
  } catch (error) {
    if (error instanceof AppError)
      return error.errors.map((one) => `${error.code} ${one.field} ${one.message}`).join();
    throw error;
  }
  return '';
}

describe('the profile of an invoice', () => {
  it.each<[string, FacturXProfile]>([
    ['urn:factur-x.eu:1p0:minimum', 'minimum'],
    ['urn:zugferd.de:2p0:basicwl', 'basicwl'],
    [`${en16931}#compliant#urn:factur-x.eu:1p0:basic`, 'basic'],
    [en16931, 'en16931'],
    [`${en16931}#conformant#urn:factur-x.eu:1p0:extended`, 'extended'],
    [xrechnung, 'xrechnung'],
  ])('is that of its guideline: %s', (guideline, profile) => {
    expect(read(invoice(guideline))).toMatchObject({ profile, documentType: 'INVOICE' });
  });

  it('must be the stated one', () => {
    expect(fault(invoice(en16931), { facturXProfile: 'basic' })).toBe(
      'invalid-field facturXProfile must be en16931, which the invoice states',
    );
  });

  it('is needed for the guidelines of others', () => {
    expect(fault(invoice('urn:other'))).toMatch(
      /^invalid-field facturX states the guideline 'urn:other', which/,
    );
    expect(read(invoice('urn:other'), { facturXProfile: 'en16931' }).profile).toBe('en16931');
  });
});

describe('a file that is no invoice is rejected', () => {
  it.each([
    [invoice(en16931, '<a:b>'), /well-formed XML/],
    [invoice(en16931, '&x;'), /well-formed XML/],
    [`<!DOCTYPE a [<!ENTITY x "y">]>${invoice(en16931)}`, /document type definition/],
    [`<?xml version="1.0" encoding="ISO-8859-1"?>${invoice(en16931)}`, /UTF-8/],
    [Buffer.from(invoice('\u00e9'), 'latin1'), /UTF-8/],
    [invoice(en16931, '<a:b>'.repeat(200_000)), /at most 100 levels/],
    [invoice(''), /must name its guideline/],
    ['<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', /not an invoice in UBL$/],
    ['<CrossIndustryDocument/>', /not an invoice of ZUGFeRD 1$/],
    ['<CrossIndustryInvoice/>', /must be a Cross Industry Invoice/],
    ['%PDF-1.7', /well-formed XML/],
  ])('%#: %s', (xml, message) => {
    expect(fault(xml)).toMatch(/^invalid-field facturX /);
    expect(fault(xml)).toMatch(message);
  });

  it('also if it is too large', () => {
    expect(fault(Buffer.alloc(limits.invoiceBytes + 1, ' '))).toBe(
      'file-too-large facturX is larger than 10 MB, the limit for invoices',
    );
  });
});

/** How the files of a PDF relate to it, by the catalog's list of associated files. */
async function relationships(bytes: Uint8Array): Promise<string[]> {
  const { document } = await objectsOf(bytes);
  const files = document.catalog.lookup(PDFName.of('AF'), PDFArray);
  return files
    .asArray()
    .map((_, index) => String(files.lookup(index, PDFDict).get(PDFName.of('AFRelationship'))));
}

describe('an electronic invoice', () => {
  const made = async (guideline: string, document = newPdf('1')) => {
    const finishing = {
      invoice: read(invoice(guideline)),
      conformance: { pdfa: '3b', pdfua: false, conform },
    } as const;
    return assembled([await document], { finishing });
  };

  it('has its XML and names it, in place of the one that it had', async () => {
    const document = await newPdf('1');
    await attachFile(document, 'ZUGFeRD-invoice.xml', 'old content');
    await attachFile(document, 'other.txt', 'other');
    const { bytes, declares } = await made(xrechnung, Promise.resolve(document));
    expect(declares).toMatchObject({ flavours: ['3b'] });
    const { attachments } = inspect(openPdf(bytes));
    expect(attachments.map(({ name }) => name).sort()).toEqual(['other.txt', 'xrechnung.xml']);
    expect(await relationships(bytes)).toContain('/Alternative');
    const { xmp } = await readPdf(bytes);
    expect(xmp).toMatch(/<fx:DocumentFileName>xrechnung\.xml<.*<fx:ConformanceLevel>XRECHNUNG</s);
    expect(xmp).toMatch(/namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</);
  });

  it('is data only in the profiles without items', async () => {
    const { bytes } = await made('urn:factur-x.eu:1p0:minimum');
    expect(await relationships(bytes)).toEqual(['/Data']);
    expect((await readPdf(bytes)).xmp).toContain('<fx:ConformanceLevel>MINIMUM<');
  });
});

describe('the result of an electronic invoice', () => {
  const invoiceOf = async (pages: number): Promise<PDFDocument> => {
    const texts = Array.from({ length: pages }, (_, index) => `${index + 1}`);
    const { bytes } = await assembled([await newPdf(...texts)], {
      finishing: { invoice: read(invoice(en16931)), conformance: { pdfa: '3b', pdfua: false, conform } },
    });
    return PDFDocument.load(bytes, { updateMetadata: false });
  };

  /** The attached files, the file that the metadata name, and the standards of warnings. */
  async function outcomeOf(...given: Parameters<typeof assembled>) {
    const { bytes, warnings } = await assembled(...given);
    const { attachments, conformance } = inspect(openPdf(bytes));
    const { xmp = '' } = await readPdf(bytes);
    return {
      files: attachments.map(({ name }) => name).sort(),
      named: /<fx:DocumentFileName>(.*?)</.exec(xmp)?.[1],
      isReported: conformance.includes('Factur-X'),
      dropped: warnings.flatMap((warning) => (warning.conformance === 'Factur-X' ? [warning.part] : [])),
    };
  }

  const xml = 'factur-x.xml';
  const isInvoice = { files: [xml], named: xml, isReported: true, dropped: [] };
  const isNone = { named: undefined, isReported: false };

  it('names the invoice while its XML is attached', async () => {
    const document = await invoiceOf(2);
    expect(await outcomeOf([document])).toEqual(isInvoice);
    expect(await outcomeOf([{ document, pages: [1] }], { keepAttachments: true })).toEqual(isInvoice);
    expect(await outcomeOf([{ document, pages: [1] }])).toEqual({ ...isNone, files: [], dropped: [0] });
  });

  it('names it if no other document has one, and the metadata are those of the invoice', async () => {
    const other = await newPdf('other');
    expect(await outcomeOf([await invoiceOf(1), other])).toEqual(isInvoice);
    expect(await outcomeOf([other, await invoiceOf(1)])).toEqual({ ...isNone, files: [xml], dropped: [1] });
    expect(await outcomeOf([await invoiceOf(1), await invoiceOf(1)])).toEqual({
      ...isNone,
      files: ['factur-x-2.xml', xml],
      dropped: [0, 1],
    });
  });

  it('names none that PDF/A-2 removes', async () => {
    const conformance = { pdfa: '2b', pdfua: false, conform } as const;
    expect(await outcomeOf([await invoiceOf(1)], { finishing: { conformance } })).toEqual({
      ...isNone,
      files: [],
      dropped: [0],
    });
  });

  it('has only the one that the request has', async () => {
    const finishing = {
      invoice: read(invoice(xrechnung)),
      conformance: { pdfa: '3b', pdfua: false, conform },
    } as const;
    const name = 'xrechnung.xml';
    expect(await outcomeOf([await invoiceOf(1), await invoiceOf(1)], { finishing })).toEqual({
      ...isInvoice,
      files: [name],
      named: name,
    });
  });
});
