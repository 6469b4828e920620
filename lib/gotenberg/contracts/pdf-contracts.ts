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
  rows: readonly FieldRow[],
  side: readonly (keyof typeof sideFiles)[] = [],
) => gotenbergContract({ family: 'pdfengines', path, summary, inputs: pdfs, rows, side });

/** The contracts below `/forms/pdfengines`. */
export const pdfContracts = [
  contract(
    'merge',
    'Merge PDFs',
    [
      ...finishingRows,
      bookmarksRow,
      row('autoIndexBookmarks', bool, 'Whether the bookmarks of the files are kept.', 'true'),
      row('titleBookmarks', bool, 'Whether each file has a bookmark with its title.', 'true'),
    ],
    allSides,
  ),
  contract('split', 'Split PDFs', [...splitRows, ...finishingRows], allSides),
  contract('flatten', 'Flatten PDFs', []),
  contract('convert', 'Convert PDFs to PDF/A and PDF/UA', formatRows),
  gotenbergContract({
    family: 'pdfengines',
    path: 'metadata/read',
    summary: 'Read metadata of PDFs',
    inputs: pdfs,
    rows: [],
    reads: true,
  }),
  contract('metadata/write', 'Write metadata of PDFs', [metadataRow]),
  gotenbergContract({
    family: 'pdfengines',
    path: 'bookmarks/read',
    summary: 'Read bookmarks of PDFs',
    inputs: pdfs,
    rows: [],
    reads: true,
  }),
  contract('bookmarks/write', 'Write bookmarks of PDFs', [bookmarksRow]),
  contract('encrypt', 'Encrypt PDFs', protectionRows),
  contract('embed', 'Embed files in PDFs', [embedsRow, ...facturXRows], ['embeds', 'facturxXml']),
  contract('factur-x', 'Make Factur-X invoices', [...formatRows, ...facturXRows], ['facturxXml']),
  contract('watermark', 'Draw watermarks on PDFs', watermarkRows, ['watermark']),
  contract('stamp', 'Draw stamps on PDFs', stampRows, ['stamp']),
  contract('rotate', 'Rotate pages of PDFs', rotateRows),
  contract('optimize', 'Optimize images of PDFs', [qualityRow]),
] as const;
