import { ownEntry } from '../../../../base/own-entry.ts';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { shortened } from '../../../../base/shortened.ts';

/** What is wrong with an invoice: a predicate about the file. */
export class InvoiceFault extends Error {}

const invoiceNamespace = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** Further levels of elements are rejected: the parser's time for an element grows with its level. */
const maxDepth = 100;

/** The path to the guideline from the root (UN/CEFACT Cross Industry Invoice). */
const guidelinePath = ['ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'];

/** Names for other documents that are taken for invoices, by the local names of their roots. */
const otherRoots: Readonly<Record<string, string>> = {
  CrossIndustryDocument: 'an invoice of ZUGFeRD 1',
  Invoice: 'an invoice in UBL',
  CreditNote: 'a credit note in UBL',
};

/**
 * Returns the guideline of an invoice, which names its profile. Checks that the file is well-formed XML without a document type
 * definition, and a Cross Industry Invoice.
 *
 * @throws InvoiceFault
 */
export function readGuideline(content: Uint8Array): string {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  let guideline: string | undefined;
  parser.on('error', (error) => {
    throw new InvoiceFault(`must be well-formed XML: ${shortened(error.message.replace(/\.$/, ''), 100)}`);
  });
  parser.on('doctype', () => {
    throw new InvoiceFault('must not have a document type definition');
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new InvoiceFault('must be in UTF-8');
  });
  parser.on('opentag', (tag) => {
    if (path.length === 0) requireInvoice(tag);
    path.push(tag.local);
    if (path.length > maxDepth) throw new InvoiceFault(`must have at most ${maxDepth} levels of elements`);
  });
  parser.on('closetag', () => void path.pop());
  parser.on('text', (text) => {
    const isGuideline =
      path.length === guidelinePath.length + 1 &&
      guidelinePath.every((name, index) => path[index + 1] === name);
    if (isGuideline) guideline ??= text.trim();
  });
  parser.write(textOf(content)).close();
  if (!guideline) throw new InvoiceFault(`must name its guideline in ${guidelinePath.join('/')}`);
  return guideline;
}

function requireInvoice({ local, uri }: SaxesTagNS): void {
  if (local === 'CrossIndustryInvoice' && uri === invoiceNamespace) return;
  const other = ownEntry(otherRoots, local);
  throw new InvoiceFault(
    `must be a Cross Industry Invoice (UN/CEFACT)${other === undefined ? '' : `, not ${other}`}`,
  );
}

function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new InvoiceFault('must be in UTF-8');
  }
}
