import { makeDocx } from '../support/office.ts';
import { makePdf } from '../support/pdf.ts';

/** A request whose result contains a text that no other request has. */
export interface MixedRequest {
  path: string;
  /** What identifies the webhook or the response. */
  marker: string;
  hasWebhook: boolean;
  form: () => Promise<FormData>;
}

type Kind = Pick<MixedRequest, 'path' | 'hasWebhook'> & {
  fill: (form: FormData, marker: string) => Promise<void>;
};

function add(form: FormData, bytes: Uint8Array, fileName: string): void {
  form.append('files', new Blob([new Uint8Array(bytes)]), fileName);
}

const pdfs: Kind['fill'] = async (form, marker) => {
  add(form, await makePdf(marker, 1), 'a.pdf');
  add(form, await makePdf(`${marker} more`, 1), 'b.pdf');
};

const page: Kind['fill'] = (form, marker) => {
  add(form, Buffer.from(`<!doctype html><p>${marker}</p>`), 'index.html');
  return Promise.resolve();
};

const letter: Kind['fill'] = (form, marker) => {
  add(form, makeDocx({ text: marker }), 'letter.docx');
  return Promise.resolve();
};

const merge = { path: '/forms/pdfengines/merge', fill: pdfs };
const html = { path: '/forms/chromium/convert/html', fill: page };
const office = { path: '/forms/libreoffice/convert', fill: letter };

/** Of twenty requests, most merge PDFs, and nine have webhooks. */
const kinds: readonly Kind[] = [
  ...Array.from({ length: 8 }, () => ({ ...merge, hasWebhook: false })),
  ...Array.from({ length: 6 }, () => ({ ...merge, hasWebhook: true })),
  { ...html, hasWebhook: false },
  { ...html, hasWebhook: false },
  { ...html, hasWebhook: true },
  { ...office, hasWebhook: false },
  { ...office, hasWebhook: true },
  { ...office, hasWebhook: true },
];

/** The requests of a client, the kinds in turn. */
export const mixedRequests = (client: string, count: number): MixedRequest[] =>
  Array.from({ length: count }, (_, index) => {
    // 7 has no common factor with the number of kinds, so that neighbours differ.
    const { path, hasWebhook, fill } = kinds[(index * 7) % kinds.length] as Kind;
    const marker = `${client}${index}end`;
    const form = async (): Promise<FormData> => {
      const data = new FormData();
      await fill(data, marker);
      return data;
    };
    return { path, marker, hasWebhook, form };
  });
