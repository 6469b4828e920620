import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { startLocalRun } from '../support/local-run.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';

/**
 * Sends every PDF below a folder through the service: merged between two known pages, and split at its first and
 * last page. Prints each file that did not end as it should; exits 1 when one failed with a 5xx or lost a page.
 *
 *     npm run test:corpus -- DIR
 */

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('npm run test:corpus -- DIR');
  process.exit(2);
}

const cover = await makePdf('Cover', 1);
const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-corpus-'));
const { stack, stop } = await (async () => {
  const run = await startLocalRun(stateDirectory);
  return { stack: run.stack, stop: () => run.stop() };
})();

interface Outcome {
  status: number;
  code?: string;
  detail?: string;
  files: { url: string; pages: number }[];
}

async function send(path: string, fields: [string, Buffer | string][]): Promise<Outcome> {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'input.pdf');
  }
  const answer = await fetch(stack.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.keys.business}` },
    body: form,
  });
  const body = (await answer.json()) as Outcome & { url: string; pages: number };
  return { status: answer.status, code: body.code ?? '', detail: body.detail ?? '', files: [body].flat() };
}

async function upload(content: Buffer): Promise<string> {
  const answer = await fetch(`${stack.baseUrl}/api/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.keys.business}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fileName: 'input.pdf', contentType: 'application/pdf', size: content.length }),
  });
  const { id, url, fields } = (await answer.json()) as {
    id: string;
    url: string;
    fields: Record<string, string>;
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]));
  await fetch(url, { method: 'POST', body: form });
  return id;
}

const download = async (url: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(url)).arrayBuffer());

/** What went wrong with one file, or undefined; `refused` when the service said why it cannot be done. */
async function check(content: Buffer): Promise<{ refused?: string; fault?: string }> {
  const input = content.length > 4_000_000 ? await upload(content) : content;
  const merged = await send('/api/pdf/merge', [
    ['files', cover],
    ['files', input],
    ['files', cover],
  ]);
  if (merged.status >= 500) return { fault: `merge: ${merged.status}` };
  if (merged.status !== 200) return { refused: merged.code ?? '' };
  const [result] = merged.files;
  if (!result) return { fault: 'merge: no result' };
  const texts = await pageTexts(await download(result.url));
  if (texts.length !== result.pages) return { fault: `merge: ${texts.length} of ${result.pages} pages` };
  if (texts.at(0) !== 'Cover, page 1' || texts.at(-1) !== 'Cover, page 1')
    return { fault: 'merge: wrong order' };

  const split = await send('/api/pdf/split', [
    ['file', input],
    ['ranges', '1,-1'],
  ]);
  if (split.status !== 200) return { fault: `split: ${split.status} ${split.code ?? ''}` };
  const parts = await Promise.all(split.files.map(async ({ url }) => pageTexts(await download(url))));
  const expected = [texts.at(1), texts.at(-2)];
  return parts.flat().join('\n') === expected.join('\n')
    ? {}
    : { fault: 'split: other text than in the merge' };
}

const files = globSync('**/*.pdf', { cwd: folder }).sort();
const counts = { right: 0, refused: 0, wrong: 0 };
for (const file of files) {
  const path = join(folder, file);
  const { refused, fault } = await check(readFileSync(path)).catch((error: unknown) => ({
    refused: undefined,
    fault: String(error),
  }));
  counts[fault ? 'wrong' : refused ? 'refused' : 'right'] += 1;
  if (fault ?? refused)
    console.log(
      `${fault ? 'WRONG' : 'refused'}  ${relative('.', path) || basename(path)}  ${fault ?? refused ?? ''}`,
    );
}
console.log(
  `${files.length} PDFs: ${counts.right} right, ${counts.refused} refused with a reason, ${counts.wrong} wrong`,
);
await stop();
rmSync(stateDirectory, { recursive: true, force: true });
process.exit(counts.wrong > 0 ? 1 : 0);
