import { readdir, readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageOptions } from '#lib/api/options/html.ts';
import type { Rendering, RenderSource } from '#lib/engines/html/render-request.ts';
import { pageTexts } from '../../../support/pdf.ts';
import {
  browserGroups,
  deadline,
  groupMembers,
  imageRequest,
  pdfRequest,
  startSite,
  urlSource,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

type Site = Awaited<ReturnType<typeof startSite>>;

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

describe.skipIf(leftOut('chromium'))('a page that cannot be rendered', () => {
  const used = useRenderer({ memoryLimitBytes: 600 * 1024 ** 2 });
  let site: Site;

  beforeAll(async () => {
    site = await startSite((request, response) => {
      response.setHeader('content-type', 'text/html');
      switch (request.url) {
        case '/private':
          response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
          break;
        case '/file':
          response.writeHead(302, { location: 'file:///etc/passwd' }).end();
          break;
        case '/loop':
          response.writeHead(302, { location: '/loop' }).end();
          break;
        case '/never':
          response.write('<p>begun');
          break;
        case '/half':
          response.write('<p>half</p><img src=/never>');
          response.end();
          break;
        case '/nothing':
          response.writeHead(204).end();
          break;
        case '/download':
          response.writeHead(200, { 'content-disposition': 'attachment; filename=x.bin' }).end('x');
          break;
        case '/broken':
          response.socket?.end('no http at all\r\n\r\n');
          break;
        default:
          response.writeHead(503).end('down');
      }
    });
  });
  afterAll(() => site.close());

  const print = (
    source: RenderSource | string,
    page: Partial<PageOptions> = {},
    milliseconds = 10_000,
  ): Promise<Rendering> => used.renderer.render(pdfRequest(source, {}, page), deadline(milliseconds));

  /** Expects that the browser still works. */
  async function expectNextWorks(): Promise<void> {
    expect(await pageTexts((await print('<p>next</p>')).content)).toEqual(['next']);
  }

  it.each([
    ['http://10.0.0.1/', /'10.0.0.1' is not at a public address/],
    ['https://10.0.0.1/', /'10.0.0.1' is not at a public address/],
    ['http://[::1]/', /not at a public address/],
    ['http://2130706433:1/', /is not an allowed address/],
    ['http://93.184.216.34:22/', /./],
    ['file:///etc/passwd', /neither an http nor an https URL/],
    ['view-source:http://10.0.0.1/', /neither an http nor an https URL/],
    ['javascript:alert(1)', /neither an http nor an https URL/],
    ['http://', /neither an http nor an https URL/],
  ])('is not allowed at %s', async (url, message) => {
    await expect(print(urlSource(url))).rejects.toMatchObject({
      code: 'url-not-allowed',
      message: expect.stringMatching(message) as string,
    });
  });

  it.each(['/private', '/file'])('is not allowed behind the redirect of %s', async (path) => {
    await expect(print(urlSource(site.origin + path))).rejects.toMatchObject({ code: 'url-not-allowed' });
  });

  it.each([
    ['a refresh', '<meta http-equiv=refresh content="0;url=http://10.0.0.1/">x'],
    ['a script', '<script>location = "https://10.0.0.1/"</script>x'],
    [
      'a script that takes its time',
      '<script>setTimeout(() => { location = "http://10.0.0.1/" }, 200)</script>x',
    ],
    [
      'a form',
      '<form action="http://10.0.0.1/" method=post></form><script>document.forms[0].submit()</script>',
    ],
  ])('is not allowed when %s leads to a forbidden address', async (_, html) => {
    await expect(print(html, { waitDelay: 600 })).rejects.toMatchObject({ code: 'url-not-allowed' });
  });

  it.each([
    ['http://nowhere.invalid/', /'nowhere.invalid' could not be found/],
    ['https://nowhere.invalid/', /'nowhere.invalid' could not be found/],
  ])('is unreachable at %s', async (url, message) => {
    await expect(print(urlSource(url))).rejects.toMatchObject({
      code: 'url-unreachable',
      message: expect.stringMatching(message) as string,
    });
  });

  it('is unreachable at a closed port', async () => {
    const port = await closedPort();
    for (const scheme of ['http', 'https']) {
      await expect(print(urlSource(`${scheme}://127.0.0.1:${port}/`))).rejects.toMatchObject({
        code: 'url-unreachable',
        message: "'127.0.0.1' could not be reached.",
      });
    }
  });

  it.each([
    ['/down', 'url-unreachable', /status 503 Service Unavailable/],
    ['/loop', 'url-unreachable', /redirects too many times/],
    ['/broken', 'url-unreachable', /sent an invalid response|could not be reached/],
    ['/nothing', 'render-failed', /instead of a page/],
    ['/download', 'render-failed', /instead of a page/],
  ])('fails with the problem in the response of %s', async (path, code, message) => {
    await expect(print(urlSource(site.origin + path))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it('is unreachable over malformed TLS', async () => {
    await expect(print(urlSource(site.origin.replace('http:', 'https:')))).rejects.toMatchObject({
      code: 'url-unreachable',
      message: expect.stringContaining('certificate') as string,
    });
  });

  describe.each<[string, () => RenderSource | string, Partial<PageOptions>, RegExp]>([
    ['a response that never ends', () => urlSource(`${site.origin}/never`), {}, /the page to load/],
    ['a picture that never comes', () => urlSource(`${site.origin}/half`), {}, /load \(http.*\/never\)/],
    ['a busy script', () => '<script>for (;;);</script>', {}, /the page to load/],
    ['an element that never comes', () => 'x', { waitForSelector: '.never' }, /that matches '\.never'/],
    [
      'an expression that throws',
      () => 'x',
      { waitForExpression: 'missing.value' },
      /'missing\.value' to be true \(it throws .*missing is not defined\)/,
    ],
    ['a promise that is not kept', () => 'x', { waitForExpression: 'new Promise(() => {})' }, /expression/],
  ])('for %s', (_, source, page, message) => {
    it('fails at its deadline with the pending stage', async () => {
      const start = Date.now();
      await expect(print(source(), page, 1_500)).rejects.toMatchObject({
        code: 'render-timeout',
        message: expect.stringMatching(message) as string,
      });
      expect(Date.now() - start).toBeLessThan(10_000);
      await expectNextWorks();
    });
  });

  it('fails at its deadline when it is busy while it is printed', async () => {
    await expect(
      print('<script>addEventListener("beforeprint", () => { for (;;); })</script>x', {}, 2_000),
    ).rejects.toMatchObject({
      code: 'render-timeout',
      message: expect.stringContaining('the PDF to be written') as string,
    });
    await expectNextWorks();
  });

  it('fails when it uses too much memory', async () => {
    const html =
      '<script>kept=[];setInterval(() => { for (let i = 0; i < 10; i += 1) kept.push(new Uint8Array(1e7).fill(1)) }, 10)</script>x';
    await expect(print(html, { waitDelay: 8_000 })).rejects.toMatchObject({
      code: 'render-failed',
      message: 'The page takes more than 600 MB of memory.',
    });
    await expectNextWorks();
  });

  it('fails when it crashes', async () => {
    await expect(
      print('<script>kept=[];for(;;)kept.push(new Array(1e6).fill(1.5))</script>x'),
    ).rejects.toMatchObject({ code: 'render-failed' });
    await expectNextWorks();
  });

  it('fails when its signal aborts', async () => {
    const controller = new AbortController();
    const rendering = used.renderer.render(pdfRequest('x', {}, { waitDelay: 5_000 }), {
      ...deadline(),
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(new Error('gone')), 300);
    await expect(rendering).rejects.toThrow('gone');
    await expectNextWorks();
  });

  it('does not affect later renderings', async () => {
    const outcomes = await Promise.allSettled([
      print('<script>for (;;);</script>', {}, 1_500),
      print('<p>second</p>'),
      used.renderer.render(imageRequest('<p>third</p>'), deadline()),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('that times out ends its own browser, not the next one', async () => {
    await expect(print('<script>for (;;);</script>', {}, 1_000)).rejects.toThrow();
    await expectNextWorks();
    const before = browserGroups(used.workDirectory);
    // Longer than a browser takes to end.
    await sleep(2_000);
    await expectNextWorks();
    expect(before).toHaveLength(1);
    expect(browserGroups(used.workDirectory)).toEqual(before);
  });

  it('keeps the browser running when only the page is at fault', async () => {
    await expectNextWorks();
    const before = browserGroups(used.workDirectory);
    await expect(print(urlSource('http://10.0.0.1/'))).rejects.toThrow();
    await expectNextWorks();
    expect(before).toHaveLength(1);
    expect(browserGroups(used.workDirectory)).toEqual(before);
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)('is rendered although the browser got %s', async (signal) => {
    await expectNextWorks();
    await sleep(500);
    const [group = 0] = browserGroups(used.workDirectory);
    process.kill(-group, signal);
    await expectNextWorks();
    expect(browserGroups(used.workDirectory)).not.toContain(group);
  });

  describe.each([
    ['the browser', (group: number) => [-group]],
    ['its own process', (group: number) => groupMembers(group).filter(isPageProcess)],
  ])('being rendered while %s is killed', (_, victims) => {
    /** Kills it as soon as the page is loaded, up to `times` times. */
    async function printWhileKilling(times: number): Promise<Rendering> {
      await expectNextWorks();
      let killed = 0;
      const loaded = await startSite((_request, response) => {
        response.end();
        if (killed === times) return;
        killed += 1;
        const [group = 0] = browserGroups(used.workDirectory);
        for (const pid of victims(group)) process.kill(pid, 'SIGKILL');
      });
      try {
        const html = `<p>survived</p><script>addEventListener('load', () => fetch('${loaded.origin}/'))</script>`;
        return await print(html, { waitDelay: 500 });
      } finally {
        expect(killed).toBe(times);
        await loaded.close();
      }
    }

    it('is rendered by another browser', async () => {
      expect(await pageTexts((await printWhileKilling(1)).content)).toEqual(['survived']);
    });

    it('is not at fault', async () => {
      await expect(printWhileKilling(2)).rejects.toMatchObject({ name: 'BrowserFailed' });
      await expectNextWorks();
    });
  });

  it('is not at fault when the deadline passes before its turn', async () => {
    const slow = print('<p>slow</p>', { waitDelay: 1_500 });
    await expect(print('<p>next</p>', {}, 500)).rejects.toMatchObject({ name: 'BrowserFailed' });
    expect(await pageTexts((await slow).content)).toEqual(['slow']);
  });

  it('leaves no process and no profile', async () => {
    await expectNextWorks();
    const [group = 0] = browserGroups(used.workDirectory);
    expect(groupMembers(group).length).toBeGreaterThan(1);
    await expect(print('<script>for (;;);</script>', {}, 1_000)).rejects.toThrow();
    await expectNextWorks();
    await sleep(500);
    expect(groupMembers(group)).toEqual([]);
    const folders = await readdir(used.workDirectory, { recursive: true });
    expect(folders.filter((name) => /browser-\d+$/.test(name))).toHaveLength(1);
  });

  it('finds no variable of this process in its environment, and no port of the browser', async () => {
    await expectNextWorks();
    const [group = 0] = browserGroups(used.workDirectory);
    const environment = await readFile(`/proc/${group}/environ`, 'utf8');
    const names = environment.split('\0').map((entry) => entry.replace(/=.*/s, ''));
    expect(names.filter((name) => name !== '' && !expectedVariables.has(name))).toEqual([]);
    expect(readFileSync(`/proc/${group}/cmdline`, 'utf8')).toContain('remote-debugging-pipe');
  });
});

const isPageProcess = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');

const expectedVariables = new Set([
  'HOME',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_FILE',
  'LANG',
  'TZ',
  'PWD',
]);
