import { bool, row, text, type FieldRow } from '../fields/row.ts';
import {
  embedsRow,
  facturXRows,
  finishingRows,
  formatRows,
  metadataRow,
  protectionRows,
  qualityRow,
  rotateRows,
  splitRows,
  stampRows,
  watermarkRows,
} from './finishing-fields.ts';
import { gotenbergContract, type sideFiles } from './gotenberg-contract.ts';

const pdfs = 'PDFs, with the extension `.pdf`.';
const allSides = ['embeds', 'watermark', 'stamp', 'facturxXml'] as const;

const bookmarksRow = row(
  'bookmarks',
  text,
  'JSON array of bookmarks with `title`, `page` and `children`, or an object of such arrays by file name.',
  '[{"title":"Introduction","page":1}]',
);

const contract = <const Path extends string>(
  path: Path,
  summary: string,
  description: string,
  rows: readonly FieldRow[],
  side: readonly (keyof typeof sideFiles)[] = [],
) => gotenbergContract({ family: 'pdfengines', path, summary, description, inputs: pdfs, rows, side });

/** The contracts below `/forms/pdfengines`. */
export const pdfContracts = [
  contract(
    'merge',
    'Merge PDFs',
    'Joins the PDFs in the order of their file names. Names with a number come first, by their numbers.',
    [
      ...finishingRows,
      bookmarksRow,
      row('autoIndexBookmarks', bool, 'Whether the bookmarks of the files are kept.', 'true'),
      row('titleBookmarks', bool, 'Whether each file has a bookmark with its title.', 'true'),
    ],
    allSides,
  ),
  contract(
    'split',
    'Split PDFs',
    'Splits each PDF into parts of `splitSpan` pages, or extracts the pages in `splitSpan`.',
    [...splitRows, ...finishingRows],
    allSides,
  ),
  contract('flatten', 'Flatten PDFs', 'Turns form fields and annotations into page content.', []),
  contract(
    'convert',
    'Convert PDFs to PDF/A and PDF/UA',
    'Converts each PDF to `pdfa`, `pdfua` or both, and validates the result.',
    formatRows,
  ),
  gotenbergContract({
    family: 'pdfengines',
    path: 'metadata/read',
    summary: 'Read metadata of PDFs',
    description: 'Returns the metadata of each PDF by its file name.',
    inputs: pdfs,
    rows: [],
    reads: true,
  }),
  contract(
    'metadata/write',
    'Write metadata of PDFs',
    'Sets the entries in `metadata` and keeps all others.',
    [metadataRow],
  ),
  gotenbergContract({
    family: 'pdfengines',
    path: 'bookmarks/read',
    summary: 'Read bookmarks of PDFs',
    description: 'Returns the bookmarks of each PDF by its file name.',
    inputs: pdfs,
    rows: [],
    reads: true,
  }),
  contract('bookmarks/write', 'Write bookmarks of PDFs', 'Replaces the bookmarks of each PDF.', [
    bookmarksRow,
  ]),
  contract('encrypt', 'Encrypt PDFs', 'Encrypts each PDF with AES-256.', protectionRows),
  contract(
    'embed',
    'Embed files in PDFs',
    'Attaches the files in `embeds` to each PDF, and the invoice in `facturxXml` if there is one.',
    [embedsRow, ...facturXRows],
    ['embeds', 'facturxXml'],
  ),
  contract(
    'factur-x',
    'Make Factur-X invoices',
    'Converts each PDF to PDF/A-3 with the invoice in `facturxXml`.',
    [...formatRows, ...facturXRows],
    ['facturxXml'],
  ),
  contract(
    'watermark',
    'Add watermarks to PDFs',
    'Adds text, images or PDF pages beneath the page content.',
    watermarkRows,
    ['watermark'],
  ),
  contract(
    'stamp',
    'Add stamps to PDFs',
    'Adds text, images or PDF pages above the page content.',
    stampRows,
    ['stamp'],
  ),
  contract('rotate', 'Rotate pages of PDFs', 'Rotates all pages, or those in `rotatePages`.', rotateRows),
  contract('optimize', 'Optimize images of PDFs', 'Encodes images again as JPEG with `imageQuality`.', [
    qualityRow,
  ]),
] as const;
