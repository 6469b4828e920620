import type { Random } from '../fuzz/mutations.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { makePdf } from '../support/pdf.ts';

const jobKinds = ['docx', 'xlsx', 'pptx'] as const;
export const orderKinds = [...jobKinds, 'files', 'merge', 'split', 'html-pdf', 'html-png'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** A field of a form; a file where it is bytes. */
export type Field = readonly [name: string, value: string | Buffer, fileName?: string];

/** Something that a client wants done, and what must come of it. */
export interface Order {
  kind: OrderKind;
  /** Unique; in the name of the file and on every page. */
  marker: string;
  path: string;
  fields: readonly Field[];
  /** Pages of each file that comes of it; 0 for a picture. Of a workbook LibreOffice decides. */
  pages: readonly (number | 'some')[];
  /** The document cannot be opened. */
  isDamaged: boolean;
  /** Whether the order is a job: an office document, or with `Prefer: respond-async`. */
  isJob: boolean;
  /** Whether the client waits for the result of the job, whose document is in its message then. */
  waits?: boolean;
}

/** Whether orders of a kind are always jobs. */
const isJobKind = (kind: OrderKind): boolean => kind === 'files' || jobKinds.some((each) => each === kind);

/** The headers that make a job of an order, or wait for one. */
export function preferenceOf({ kind, isJob, waits = false }: Order): Record<string, string> {
  if (waits) return { prefer: 'wait=5' };
  return isJob && !isJobKind(kind) ? { prefer: 'respond-async' } : {};
}

/** One in so many office documents is damaged. */
const damagedShare = 12;

/** One in so many orders of files of several kinds has a hundred of them. */
const largeShare = 12;

/** @param marker of letters and digits */
export async function makeOrder(kind: OrderKind, marker: string, random: Random): Promise<Order> {
  const order = { kind, marker, isDamaged: false, isJob: isJobKind(kind) || random.below(2) === 0 };
  const count = 1 + random.below(3);
  const lines = Array.from({ length: count }, (_, index) => `${marker} page ${index + 1}`);
  switch (kind) {
    case 'docx':
      return officeOrder(marker, kind, makeDocx({ text: lines.join('\f') }), count, random);
    case 'pptx':
      return officeOrder(marker, kind, makePptx({ slides: lines }), count, random);
    case 'xlsx': {
      const rows = Array.from({ length: 20 + random.below(400) }, (_, row) => [marker, row]);
      return officeOrder(marker, kind, makeXlsx({ rows }), 'some', random);
    }
    case 'files': {
      const notes = random.below(largeShare) === 0 ? 97 : 1;
      const files = [
        [makeDocx({ text: lines.join('\f') }), 'docx'],
        [await makePdf(marker, 2), 'pdf'],
        [Buffer.from(`<!doctype html><h1>${marker}</h1>`), 'html'],
        ...Array.from({ length: notes }, () => [Buffer.from(`# ${marker}`), 'md'] as const),
      ] as const;
      const isDamaged = random.below(damagedShare) === 0;
      return {
        ...order,
        path: '/api/convert/to-pdf',
        fields: files.map(([bytes, extension], index) => [
          'files',
          isDamaged && index === 0 ? bytes.subarray(0, bytes.length - 300) : bytes,
          `${marker}.${extension}`,
        ]),
        pages: [count + 3 + notes],
        isDamaged,
      };
    }
    case 'merge': {
      const inputs = [await makePdf(`${marker} A`, count), await makePdf(`${marker} B`, 2)];
      const fields = inputs.map((bytes) => ['files', bytes, `${marker}.pdf`] as const);
      return {
        ...order,
        path: '/api/pdf/merge',
        fields: fields.map((field) => [...field]),
        pages: [count + 2],
      };
    }
    case 'split': {
      const input = await makePdf(marker, 4);
      return {
        ...order,
        path: '/api/pdf/split',
        fields: [
          ['file', input, `${marker}.pdf`],
          ['ranges', '1,2-4'],
        ],
        pages: [1, 3],
      };
    }
    case 'html-pdf':
    case 'html-png': {
      const html = `<!doctype html><title>${marker}</title><h1>${marker}</h1>`;
      return {
        ...order,
        path: '/api/html/file',
        fields: [
          ['file', Buffer.from(html), `${marker}.html`],
          ['format', kind.slice(5)],
        ],
        pages: [kind === 'html-pdf' ? 1 : 0],
      };
    }
  }
}

function officeOrder(
  marker: string,
  kind: (typeof jobKinds)[number],
  file: Buffer,
  pages: number | 'some',
  random: Random,
): Order {
  const isDamaged = random.below(damagedShare) === 0;
  const bytes = isDamaged ? file.subarray(0, file.length - 300) : file;
  return {
    kind,
    marker,
    path: `/api/convert/${kind}-to-pdf`,
    fields: [['file', bytes, `${marker}.${kind}`]],
    pages: [pages],
    isDamaged,
    isJob: true,
    waits: random.below(2) === 0,
  };
}

/** A form as `fetch` sends it, made anew for each request. */
export function formOf(fields: readonly Field[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), fileName);
  }
  return form;
}
