import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadReport, ReportOptions } from '#lib/engines/html/load-report.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { deadline, pdfRequest, startSite, urlSource, useRenderer } from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

const nothing: ReportOptions = { pageStatuses: [], resourceStatuses: [], exceptions: false };

describe.skipIf(leftOut('chromium'))('the report of a load', () => {
  const used = useRenderer();
  let site: Awaited<ReturnType<typeof startSite>>;
  beforeAll(async () => {
    site = await startSite(({ url }, response) => {
      const status = Number(/^\/(\d{3})/.exec(url ?? '')?.[1] ?? 200);
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end('<p>page</p><link rel=stylesheet href=/201><link rel=stylesheet href=/404>');
    });
  });
  afterAll(() => site.close());

  const render = (source: Parameters<typeof pdfRequest>[0], options: Partial<ReportOptions>) =>
    used.renderer.render({ ...pdfRequest(source), report: { ...nothing, ...options } }, deadline());

  const reportOf = async (...given: Parameters<typeof render>): Promise<LoadReport | undefined> =>
    (await render(...given)).report;

  it('names the resources with the requested statuses', async () => {
    expect(await reportOf(urlSource(`${site.origin}/`), { resourceStatuses: [201, 404] })).toEqual({
      resources: [
        { url: `${site.origin}/201`, status: 201 },
        { url: `${site.origin}/404`, status: 404 },
      ],
      failures: [],
      exceptions: [],
    });
  });

  it('names what did not arrive by its type and by an error of Chromium', async () => {
    const page =
      '<link rel=stylesheet href=none.css><img src="http://10.0.0.1/a.png"><p>text</p>' +
      '<script src="https://10.0.0.1/a.js"></script>';
    const report = await reportOf(page, {});
    expect(report?.failures).toEqual(
      expect.arrayContaining([
        { type: 'Stylesheet', error: 'net::ERR_FILE_NOT_FOUND' },
        { type: 'Image', error: 'net::ERR_ACCESS_DENIED' },
        { type: 'Script', error: 'net::ERR_ACCESS_DENIED' },
      ]),
    );
    expect(report?.failures).toHaveLength(3);
  });

  it('has all exceptions with their positions, and no messages of the console', async () => {
    const page =
      '<script>console.error("said")</script><script>throw new Error("One")</script>\n<script>throw "Two"</script>';
    const { exceptions } = (await reportOf(page, { exceptions: true })) ?? {};
    expect(exceptions).toEqual([
      expect.stringMatching(/^exception "Uncaught" \(0:\d+\): Error: One\n {4}at /),
      expect.stringMatching(/^exception "Uncaught" \(1:\d+\): "Two"$/),
    ]);
    expect((await reportOf(page, {}))?.exceptions).toEqual([]);
  });

  it('has a bounded number of exceptions', async () => {
    const page = '<script>for (let i = 0; i < 200; i++) Promise.reject(new Error(i))</script>';
    expect((await reportOf(page, { exceptions: true }))?.exceptions).toHaveLength(50);
  });

  it('rejects pages with the statuses that were named, and no others', async () => {
    const source = urlSource(`${site.origin}/404`);
    const { content } = await render(source, { pageStatuses: [201] });
    expect(await pageTexts(content)).toEqual(['page']);
    await expect(render(source, { pageStatuses: [404] })).rejects.toMatchObject({ code: 'url-unreachable' });
    await expect(render(urlSource(`${site.origin}/201`), { pageStatuses: [201] })).rejects.toThrow(
      'returned status 201',
    );
  });

  it('is absent unless it was requested', async () => {
    expect(await used.renderer.render(pdfRequest('text'), deadline())).not.toHaveProperty('report');
  });
});
