import { stat } from 'node:fs/promises';
import { LinkBudget } from '../link-budget.ts';
import { searchFile, writeSpliced } from '../rewritten-file.ts';
import { RtfLinks } from './rtf-links.ts';

/**
 * Writes an RTF document without its links to `output`.
 *
 * @throws InputFault `damaged-document` when it is malformed
 * @throws the signal's reason when the signal aborts
 */
export async function withoutRtfLinks(document: string, output: string, signal?: AbortSignal): Promise<void> {
  const { size } = await stat(document);
  const links = new RtfLinks(new LinkBudget(size));
  await searchFile(document, links, signal);
  await writeSpliced(document, output, links.splices, signal);
}
