import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openJudges } from '../../fuzz/judges/open-judges.ts';
import type { Judgement, JudgeRequest, PageJudge } from '../../fuzz/judges/page-judge.ts';
import { countPages, textsOfPages } from '../pdf-tools.ts';
import { readFileSync } from 'node:fs';

/** A program that opens PDFs. */
export type Reader = Pick<PageJudge, 'name' | 'judge'>;

const poppler: Reader = {
  name: 'poppler',
  judge(request) {
    const texts = textsOfPages(request.path, request);
    const pages = countPages(request.path, request.password);
    return Promise.resolve(texts ? { pages, texts } : { error: 'the document cannot be opened' });
  },
};

const pdfJs: Reader = {
  name: 'pdf.js',
  judge: (request) => readWithPdfJs(request).catch((error: unknown) => ({ error: String(error) })),
};

async function readWithPdfJs({ path, first, last, password }: JudgeRequest): Promise<Judgement> {
  const data = new Uint8Array(readFileSync(path));
  const task = getDocument({ data, verbosity: 0, ...(password === undefined ? {} : { password }) });
  try {
    const document = await task.promise;
    const texts: string[] = [];
    for (let number = first; number <= last; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    }
    return { pages: document.numPages, texts };
  } finally {
    await task.destroy();
  }
}

/**
 * poppler, pdf.js, MuPDF and PDFium.
 *
 * @throws Error as `openJudges`
 */
export async function openReaders(): Promise<{ readers: Reader[]; close: () => void }> {
  const { judges, close } = await openJudges();
  return { readers: [poppler, pdfJs, ...judges], close };
}
