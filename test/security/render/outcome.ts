import { pageTexts } from '../../support/pdf.ts';
import { ownText } from './attack.ts';
import { secretText, secretWidth } from './secret.ts';

/** What became of an attack. */
export interface Outcome {
  /** `page`: a PDF with the page's own text; `other`: another PDF; else the code of an error, `fault` if it is none for clients. */
  ended: string;
  /** What was reached: connections, requests, datagrams, credentials given away, secrets in the PDF or in a message. */
  reached: string[];
  /** The message of the error. */
  said?: string;
}

export async function outcomeOfPdf(pdf: Uint8Array, title: string): Promise<Outcome> {
  const text = (await pageTexts(pdf)).join(' ');
  const objects = Buffer.from(pdf).toString('latin1');
  const signs: readonly [what: string, isThere: boolean][] = [
    ['text', text.includes(secretText)],
    ['picture', new RegExp(`/Width ${secretWidth}\\b`).test(objects)],
    ['title', title.includes(secretText)],
    ['password file', text.includes('root:x:0:0')],
    ['folder', text.includes('Index of /')],
  ];
  return {
    ended: text.includes(ownText) ? 'page' : 'other',
    reached: signs.flatMap(([what, isThere]) => (isThere ? [`PDF: ${what}`] : [])),
  };
}

export const outcomeOfError = (code: string, said: string): Outcome => ({
  ended: code,
  reached: said.includes(secretText) ? ['message of the error'] : [],
  said,
});
