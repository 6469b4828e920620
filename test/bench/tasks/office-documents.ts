import { makeDocx, makePptx, makeXlsx } from '../../support/office.ts';

const words = 'the report says what was agreed and who will see to it before the quarter ends'.split(' ');

/** Words in an order that repeats only after long. */
function sentence(seed: number, length: number): string {
  const picked = Array.from(
    { length },
    (_, at) => words[(seed * 7919 + at * (seed % 11) + at * at) % words.length] ?? '',
  );
  return `${picked.join(' ')} (${seed}).`;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A document of that many pages, eight paragraphs each. */
export const documentOf = (pages: number): Buffer =>
  makeDocx({
    text: range(pages)
      .map((page) =>
        [`Chapter ${page}`, ...range(8).map((paragraph) => sentence(page * 8 + paragraph, 60))].join('\n'),
      )
      .join('\f'),
  });

/** A workbook of one sheet with that many rows of six cells. */
export const workbookOf = (rows: number): Buffer =>
  makeXlsx({
    rows: [
      ['Item', 'Department', 'Quarter', 'Remark', 'Count', 'Amount'],
      ...range(rows).map((row) => [
        `Item ${row}`,
        `Department ${row % 17}`,
        `Q${(row % 4) + 1}`,
        'As agreed',
        row % 100,
        ((row * 7919) % 1_000_000) / 100,
      ]),
    ],
  });

export const presentationOf = (slides: number): Buffer =>
  makePptx({ slides: range(slides).map((slide) => `Slide ${slide}: ${sentence(slide, 25)}`) });
