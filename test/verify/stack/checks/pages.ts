import assert from 'node:assert/strict';
import { ProblemError } from '#lib/client/src/index.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { type Check, NotAvailable } from '../check.ts';
import { fixture, pngSize, requirePdf, requireSampleFont, sampleFontFile } from '../responses.ts';
import { unlessWithoutEngine } from './engine.ts';

/**
 * Runs the same work in one thread, then in two, and prints how many processors the second run had: the most of three
 * rounds, since others can use the processors meanwhile.
 */
const twoThreads = `<!doctype html><p>…</p><script>
const work = URL.createObjectURL(new Blob(['let n = 0; for (let i = 0; i < 1e8; i += 1) n += i % 7; postMessage(n)']));
const run = () => new Promise((done) => { new Worker(work).onmessage = done; });
const round = async () => {
  const start = performance.now();
  await run();
  const middle = performance.now();
  await Promise.all([run(), run()]);
  const one = middle - start;
  return { one, processors: (2 * one) / (performance.now() - middle) };
};
(async () => {
  await run();
  const rounds = [await round(), await round(), await round()];
  const best = rounds.sort((a, b) => b.processors - a.processors)[0];
  document.querySelector('p').textContent = JSON.stringify(best);
  window.done = true;
})();
</script>`;

export const pageChecks: readonly Check[] = [
  {
    title: '`POST /api/html/file` renders a page as a PDF with its text',
    contract: true,
    operation: 'html-file',
    needs: ['rendering'],
    covers: ['iam', 'chromium'],
    async run(target) {
      const page = { file: fixture('page.html'), format: 'pdf' } as const;
      const file = await unlessWithoutEngine(target.client().htmlFile(page));
      const pages = Array.from({ length: file.pages ?? 0 }, (_, index) =>
        index === 0 ? 'Quarterly report' : '',
      );
      return requirePdf(await target.download(file.url), pages);
    },
  },
  {
    title: '`POST /api/html/markdown` renders a Markdown file as a PDF with its text',
    contract: true,
    operation: 'html-markdown',
    needs: ['rendering'],
    async run(target) {
      const file = new File(['# Notes\n\n| a |\n|---|\n| cell |'], 'notes.md');
      const { url } = await unlessWithoutEngine(target.client().htmlMarkdown({ file, format: 'pdf' }));
      const [text = ''] = await pageTexts(await target.download(url));
      assert.match(text, /Notes.*cell/);
      return 'a PDF with heading and table';
    },
  },
  {
    title: '`POST /api/html/file` renders a page as a PNG',
    contract: true,
    needs: ['rendering'],
    async run(target) {
      const page = { file: fixture('page.html'), format: 'png' } as const;
      const file = await unlessWithoutEngine(target.client().htmlFile(page));
      const size = pngSize(await target.download(file.url));
      assert.deepEqual(size, { width: file.width, height: file.height });
      assert.equal(size.width, 1280);
      return `a PNG of ${size.width} × ${size.height} pixels`;
    },
  },
  {
    title: '`POST /api/html/url` renders a public page',
    contract: true,
    operation: 'html-url',
    needs: ['rendering'],
    async run(target) {
      const { baseUrl, pageUrl } = target.options;
      const url = pageUrl ?? `${baseUrl}/docs/guides/errors`;
      const rendering = unlessWithoutEngine(target.client().htmlUrl({ url, format: 'pdf' }));
      const file = await rendering.catch((error: unknown) => {
        const isPrivate = error instanceof ProblemError && error.code === 'url-not-allowed';
        if (isPrivate && !pageUrl)
          throw new NotAvailable('The service has a private address: pass --page-url.');
        throw error;
      });
      const texts = await pageTexts(await target.download(file.url));
      assert.equal(texts.length, file.pages);
      if (!pageUrl) assert.match(texts.join(' '), /rate-limited/);
      return `a PDF with ${texts.length} pages`;
    },
  },
  {
    title: 'A page is rendered in a font of its request',
    contract: true,
    needs: ['rendering'],
    async run(target) {
      const page = new File(['<p style="font-family: Sample Sans">Text'], 'page.html');
      const input = { file: page, format: 'pdf', fonts: [sampleFontFile()] } as const;
      const file = await unlessWithoutEngine(target.client().htmlFile(input));
      return requireSampleFont(file, await target.download(file.url));
    },
  },
  {
    title: 'The renderer runs threads at the same time',
    contract: false,
    needs: ['rendering'],
    covers: ['processors'],
    async run(target) {
      const file = new File([twoThreads], 'threads.html');
      const page = { file, format: 'pdf', waitForExpression: 'window.done' } as const;
      const { url } = await unlessWithoutEngine(target.client().htmlFile(page));
      const [text = ''] = await pageTexts(await target.download(url));
      const { one, processors } = JSON.parse(text) as { one: number; processors: number };
      assert.ok(processors > 1.2, `Two threads have ${processors.toFixed(1)} processors.`);
      return `two threads have ${processors.toFixed(1)} processors; the work takes ${Math.round(one)} ms in one`;
    },
  },
];
