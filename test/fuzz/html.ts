import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadImage } from '@napi-rs/canvas';
import { AppError, type ErrorCode } from '#lib/base/app-error.ts';
import type { Rendering, RenderRequest } from '#lib/engines/html/render-request.ts';
import { Renderer } from '#lib/engines/html/renderer.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { browserGroups, chromiumRoot, fontsConf, groupMembers, pdfRequest } from '../support/renderer.ts';
import { pageTexts } from '../support/pdf.ts';
import { BrowserMemory } from './browser-memory.ts';
import { randomPage } from './html/random-page.ts';
import { Random } from './mutations.ts';
import { reducedLines } from './reduced-lines.ts';
import { randomRequest } from './render-parameters.ts';

/**
 * Renders pages that a grammar generates, with random parameters, in one renderer. Each must end in time with an image
 * or PDF that opens, or with an `AppError`, and the page after it must render correctly.
 *
 *     npm run suite -- fuzz:html --minutes 10 [--seed 1] [--seconds 5] [--corpus page.html]
 *
 * `--seconds` is what each page has: pages that never end are common here, but a busy machine needs more. Every run
 * prints its seed. A page that fails, and not only once or because the machine is too busy for any page, is a fault: it
 * is written to the temporary folder, with fewer lines where it still
 * fails; the exit code is then 1.
 */

/** Allowance for a busy machine, from the deadline to its report. */
const grace = 4_000;
/** Of Chromium's processes together, in bytes, and what they may pass it by until that is noticed. */
const memoryLimit = 1e9;
const memoryGrace = 0.5e9;
const maxOwnBytes = 1.5e9;

/** The error codes that a page or its parameters can cause. */
const responses = new Set<ErrorCode>([
  'invalid-field',
  'invalid-range',
  'render-failed',
  'render-timeout',
  'url-not-allowed',
  'url-unreachable',
]);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '5' },
    corpus: { type: 'string', multiple: true, default: [] },
  },
});

const seeds = [join(import.meta.dirname, '../fixtures/page.html'), ...values.corpus].map((file) =>
  readFileSync(file),
);
const timeLimit = Number(values.seconds) * 1000;
const random = new Random(Number(values.seed));
const workDirectory = await mkdtemp(join(tmpdir(), 'fuzz-html-'));
const renderer = new Renderer({ chromiumRoot, fontsConf, workDirectory, memoryLimitBytes: memoryLimit });
await renderer.warmUp();
const memory = new BrowserMemory(workDirectory);
const ends = new Map<string, number>();
const count = (end: string): unknown => ends.set(end, (ends.get(end) ?? 0) + 1);
console.log(`html: seed ${values.seed}`);

const end = Date.now() + Number(values.minutes) * 60_000;
for (let tried = 1; Date.now() < end; tried += 1) {
  const html = randomPage(random, seeds);
  const request = randomRequest(html, random);
  const { ended, fault } = await judged(request);
  count(ended);
  // Always after a failure, which can leave the browser in a bad state.
  const after = fault === undefined && ended === 'rendered' && tried % 10 > 0 ? undefined : await knownPage();
  const wrong = fault ?? after;
  if (wrong === undefined) continue;
  const failsAgain = async (content: Uint8Array): Promise<boolean> => {
    const again = await judged({ ...request, source: { kind: 'html', content, assets: [] } });
    return (again.fault ?? (await knownPage())) !== undefined;
  };
  // On a busy machine, any page can be late occasionally.
  const repeats = (await failsAgain(html)) && !(await failsAgain(Buffer.alloc(0)));
  count(repeats ? 'fault' : 'fault that did not repeat');
  if (repeats) process.exitCode = 1;
  const file = join(tmpdir(), `html-${values.seed}-${tried}.html`);
  await writeFile(file, repeats ? await reducedLines(html, failsAgain) : html);
  const { source: _, ...parameters } = request;
  console.error(`${file}${repeats ? '' : ', once'}: ${wrong}\n  with ${JSON.stringify(parameters)}`);
}
await renderer.close();
memory.stop();
const left = browserGroups(workDirectory).flatMap(groupMembers);
if (left.length > 0) {
  console.error(`processes are left: ${left.join(', ')}`);
  process.exitCode = 1;
}
await rm(workDirectory, { recursive: true, force: true });
console.log(Object.fromEntries(ends));
console.log(`at most ${Math.round(memory.mostEver / 1e6)} MB in the browser`);

async function judged(request: RenderRequest): Promise<{ ended: string; fault?: string }> {
  memory.begin();
  const started = Date.now();
  const outcome = await renderer
    .render(request, { deadline: started + timeLimit })
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  const took = Date.now() - started;
  const ended = outcome instanceof AppError ? outcome.code : 'rendered';
  const fault = outcome instanceof Error ? faultOfError(outcome) : await faultOfResult(request, outcome);
  const own = process.memoryUsage.rss();
  if (fault !== undefined) return { ended, fault };
  if (took > timeLimit + grace) return { ended, fault: `took ${took} ms` };
  if (memory.most > memoryLimit + memoryGrace) {
    return { ended, fault: `the browser took ${memory.most} bytes` };
  }
  return own > maxOwnBytes ? { ended, fault: `this process holds ${own} bytes` } : { ended };
}

function faultOfError(error: Error): string | undefined {
  return error instanceof AppError && responses.has(error.code) ? undefined : (error.stack ?? error.message);
}

/** Returns what is wrong with a result. */
async function faultOfResult(
  { format }: RenderRequest,
  { content, pages, ...picture }: Rendering,
): Promise<string | undefined> {
  try {
    if (format === 'pdf') {
      const pdf = openPdf(Buffer.from(content));
      if (pdf.pages.length !== pages) return `${pdf.pages.length} pages, said to be ${pages ?? 'none'}`;
      return pdf.findings.size > 0 ? `the PDF has ${[...pdf.findings.keys()].join(', ')}` : undefined;
    }
    const { width, height } = await loadImage(content);
    return width === picture.width && height === picture.height
      ? undefined
      : `${width} × ${height}, said to be ${picture.width ?? 0} × ${picture.height ?? 0}`;
  } catch (error) {
    return `the result does not open: ${String(error)}`;
  }
}

/** Returns what is wrong with the rendering of a valid page. */
async function knownPage(): Promise<string | undefined> {
  try {
    const request = pdfRequest('<title>Known</title><p>A known page</p>');
    const { content, title } = await renderer.render(request, { deadline: Date.now() + 25_000 });
    const text = (await pageTexts(Buffer.from(content))).join();
    return title === 'Known' && text.trim() === 'A known page'
      ? undefined
      : `the next page has ${title}, ${text}`;
  } catch (error) {
    return `the next page fails: ${String(error)}`;
  }
}
