import * as z from 'zod';
import { warning } from './warning.ts';

const described = <T extends z.ZodType>(schema: T, description: string, example?: unknown): T =>
  schema.meta({ description, ...(example === undefined ? {} : { examples: [example] }) });

const points = (description: string, example: number) => described(z.number(), description, example);

const box = z
  .object({
    x: points('Distance from the left edge of the page.', 72),
    y: points('Distance from the top edge of the page.', 56.7),
    width: points('Width.', 214.31),
    height: points('Height.', 14.65),
  })
  .meta({
    id: 'TextBox',
    description:
      'A rectangle on the page as displayed, cropped and rotated. Points, from the top left corner.',
  });

const line = z
  .object({
    text: described(
      z.string(),
      'The line. A tab separates what is far apart. A soft hyphen (U+00AD) at the end divides a word that the next line continues.',
      'Annual report',
    ),
    box,
    font: described(z.string(), 'Font of most characters, without the subset prefix.', 'Carlito-Bold'),
    size: points('Size of most characters, in points.', 12),
    bold: described(z.boolean(), 'Whether the font is bold.', true),
    italic: described(z.boolean(), 'Whether the font is italic.', false),
    hidden: described(
      z.boolean(),
      'Whether the line is invisible on the page, as in the text layer of a scan.',
      false,
    ),
    links: described(
      z.array(
        z.object({
          text: described(z.string(), 'The linked part of the line.', 'our website'),
          url: described(
            z.string().nullable(),
            'Address. Null for links within the document.',
            'https://example.com',
          ),
          page: described(z.int().positive().nullable(), 'Page that it leads to. Null for other links.', 3),
        }),
      ),
      'Links in the line.',
    ),
  })
  .meta({ id: 'TextLine', description: 'A line of text.' });

const lines = described(z.array(line), 'Lines in reading order.');

const textBlock = z.object({
  type: described(
    z.enum(['paragraph', 'heading', 'listItem', 'code']),
    'Kind of the block, by the tags of the document or by its appearance.',
    'heading',
  ),
  level: described(
    z.int().positive().nullable(),
    'Level of a heading, or depth of the list of an item. Null for others.',
    1,
  ),
  box,
  lines,
});

const tableBlock = z.object({
  type: described(z.literal('table'), 'A table.', 'table'),
  box,
  lines,
  rows: described(
    z.array(
      z.object({
        header: described(z.boolean(), 'Whether all cells are headers.', true),
        cells: described(
          z.array(
            z.object({
              text: described(z.string(), 'Text of the cell.', 'Total'),
              span: described(z.int().positive(), 'Columns that the cell takes.', 1),
            }),
          ),
          'Cells from the first column.',
        ),
      }),
    ),
    'Rows from the top.',
  ),
});

/** The text of a PDF with its positions. */
export const documentText = z
  .object({
    pages: described(
      z.array(
        z.object({
          page: described(z.int().positive(), 'Number of the page in the document, from 1.', 1),
          width: points('Width of the page as displayed, in points.', 595.28),
          height: points('Height of the page as displayed, in points.', 841.89),
          blocks: described(
            z.array(z.discriminatedUnion('type', [textBlock, tableBlock])),
            'Blocks in reading order.',
          ),
        }),
      ),
      'The pages that were read.',
    ),
    warnings: described(z.array(warning), 'What the text lacks. Empty if it is complete.'),
  })
  .meta({ id: 'DocumentText', description: 'The text of a PDF with its positions.' });

export type DocumentText = z.output<typeof documentText>;

export const documentTextExample: DocumentText = {
  pages: [
    {
      page: 1,
      width: 595.28,
      height: 841.89,
      blocks: [
        {
          type: 'heading',
          level: 1,
          box: { x: 72, y: 56.7, width: 214.31, height: 29.3 },
          lines: [
            {
              text: 'Annual report',
              box: { x: 72, y: 56.7, width: 214.31, height: 29.3 },
              font: 'Carlito-Bold',
              size: 24,
              bold: true,
              italic: false,
              hidden: false,
              links: [],
            },
          ],
        },
      ],
    },
  ],
  warnings: [],
};
