/** A page, and what is to be made of it. Every contestant gets the same text. */
export interface Sample {
  name: string;
  html: string;
  /** In the title of its table. */
  description: string;
  output:
    { kind: 'pdf' } | { kind: 'png'; fullPage: boolean; /** Of the whole page, in pixels. */ height: number };
}

/** The window of all pictures, in pixels. */
export const viewport = { width: 1280, height: 800 } as const;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Paper and margins are the page's own, so that they are the same whoever prints it. */
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

const report = page(
  'Annual report',
  range(50)
    .map(
      (part) =>
        `<section><h1>Part ${part}</h1><p>What was spent, item by item.</p>${table(32, part)}</section>`,
    )
    .join(''),
);

const screens = 10;
const longPage = page(
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
  `
  .screen { height: ${viewport.height}px; overflow: hidden; box-sizing: border-box; padding: 24px;
    background: linear-gradient(#fff, #dbe4ff) }
  .card { display: inline-block; width: 260px; height: 240px; margin: 8px; padding: 12px; background: #fff;
    border-radius: 8px; box-shadow: 0 2px 8px #0004 }`,
);

export const samples = {
  small: {
    name: 'small PDF',
    description: 'one page, a table of 12 rows',
    html: invoice,
    output: { kind: 'pdf' },
  },
  report: { name: '50-page PDF', description: '50 tables of 32 rows', html: report, output: { kind: 'pdf' } },
  picture: {
    name: 'PNG',
    description: `${viewport.width} × ${viewport.height}`,
    html: invoice,
    output: { kind: 'png', fullPage: false, height: viewport.height },
  },
  fullPage: {
    name: 'full-page PNG',
    description: `${viewport.width} × ${screens * viewport.height}, ${screens} screens`,
    html: longPage,
    output: { kind: 'png', fullPage: true, height: screens * viewport.height },
  },
} as const satisfies Record<string, Sample>;
