import { officeRows } from '../fields/office-rows.ts';
import { bool, row } from '../fields/row.ts';
import { finishingRows, splitRows } from './finishing-fields.ts';
import { gotenbergContract } from './gotenberg-contract.ts';

/** The contract below `/forms/libreoffice`. */
export const officeContracts = [
  gotenbergContract({
    family: 'libreoffice',
    path: 'convert',
    summary: 'Convert office documents to PDF',
    description: 'Converts each document with LibreOffice. The response has the result.',
    inputs: 'Office documents.',
    side: ['embeds', 'watermark', 'stamp', 'facturxXml'],
    rows: [
      ...officeRows,
      row('merge', bool, 'Whether the result is one PDF.', 'true'),
      row('nativePdfFormats', bool, 'Has no effect: each PDF is checked.', 'true'),
      ...splitRows,
      ...finishingRows,
    ],
  }),
] as const;
