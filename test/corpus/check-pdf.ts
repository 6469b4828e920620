import type { FileResponse } from '#lib/files/file-response.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { type CorpusClient, download, type Finding } from './corpus-client.ts';

const cover = await makePdf('Cover', 1);

/** Merges a PDF between two known pages, and splits it at its first and last page. */
export async function checkPdf(client: CorpusClient, content: Buffer): Promise<Finding> {
  const merged = await client.post<FileResponse>('/api/pdf/merge', [
    ['files', cover],
    ['files', content],
    ['files', cover],
  ]);
  if (merged.status >= 500) return { fault: `merge: ${merged.status}` };
  if (merged.status !== 200) return { refused: merged.body.code ?? '' };
  const texts = await pageTexts(await download(merged.body.url));
  if (texts.length !== merged.body.pages)
    return { fault: `merge: ${texts.length} of ${merged.body.pages ?? 0} pages` };
  if (texts.at(0) !== 'Cover, page 1' || texts.at(-1) !== 'Cover, page 1')
    return { fault: 'merge: wrong order' };

  const split = await client.post<FileResponse[]>('/api/pdf/split', [
    ['file', content],
    ['ranges', '1,-1'],
  ]);
  if (split.status !== 200) return { fault: `split: ${split.status} ${split.body.code ?? ''}` };
  const parts = await Promise.all(split.body.map(async ({ url }) => pageTexts(await download(url))));
  const expected = [texts.at(1), texts.at(-2)];
  return parts.flat().join('\n') === expected.join('\n')
    ? {}
    : { fault: 'split: other text than in the merge' };
}
