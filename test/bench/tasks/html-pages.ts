/** A page, and what is to be made of it. */
export interface Page {
  html: string;
  output:
    { kind: 'pdf' } | { kind: 'png'; fullPage: boolean; /** Of the whole page, in pixels. */ height: number };
}

/** The window of all pictures, in pixels. */
export const viewport = { width: 1280, height: 800 } as const;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The page sets paper and margins, so that they are the same for all contestants. */
const style = `
  @page { size: A4; margin: 10mm }
  body { font: 11pt/1.4 Arial, sans-serif; color: #1f2933; margin: 0 }
  h1 { color: #1d4ed8; border-bottom: 2px solid #1d4ed8 }
  table { border-collapse: collapse; width: 100% }
  th, td { border: 1px solid #cbd2d9; padding: 3px 8px; text-align: left }
  th { background: #e0e8f9 }
  td:last-child { text-align: right }
  section + section { page-break-before: always }`;

const page = (title: string, body: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}${more}</style>` +
  `</head><body>${body}</body></html>`;

const table = (rows: number, seed: number): string =>
  '<table><tr><th>Item<th>Department<th>Quarter<th>Remark<th>Amount</tr>' +
  range(rows)
    .map((row) => {
      const amount = ((row * 7919 + seed * 104_729) % 1_000_000) / 100;
      return `<tr><td>${seed}-${row}<td>Department ${(row * seed) % 17}<td>Q${(row % 4) + 1}<td>As agreed<td>${amount.toFixed(2)}</tr>`;
    })
    .join('') +
  '</table>';

const invoice = page(
  'Invoice 2041',
  `<h1>Invoice 2041</h1><p>Thank you for your order. Payment is due within 30 days.</p>${table(12, 1)}<p><b>Total</b> 12 items</p>`,
);

/** That many sections, each a page with a table. */
export const reportPage = (parts: number): Page => ({
  html: page(
    'Annual report',
    range(parts)
      .map(
        (part) =>
          `<section><h1>Part ${part}</h1><p>What was spent, item by item.</p>${table(32, part)}</section>`,
      )
      .join(''),
  ),
  output: { kind: 'pdf' },
});

/** One page with a table, as paper and as what a window shows of it. */
export const invoicePage: Page = { html: invoice, output: { kind: 'pdf' } };
export const invoicePicture: Page = {
  html: invoice,
  output: { kind: 'png', fullPage: false, height: viewport.height },
};

/** A web page that is so many windows high, as one picture. */
export const longPicture = (screens: number): Page => ({
  html: page(
    'Product page',
    range(screens)
      .map(
        (part) =>
          `<div class="screen"><h1>Screen ${part}</h1><div class="cards">${range(8)
            .map(
              (card) =>
                `<div class="card"><b>Card ${part}.${card}</b><p>Some words on what it is about.</p></div>`,
            )
            .join('')}</div></div>`,
      )
      .join(''),
    screenStyle,
  ),
  output: { kind: 'png', fullPage: true, height: screens * viewport.height },
});

const screenStyle = `
  .screen { height: ${viewport.height}px; overflow: hidden; box-sizing: border-box; padding: 24px;
    background: linear-gradient(#fff, #dbe4ff) }
  .card { display: inline-block; width: 260px; height: 240px; margin: 8px; padding: 12px; background: #fff;
    border-radius: 8px; box-shadow: 0 2px 8px #0004 }`;
