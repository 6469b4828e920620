import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageOptions } from '#lib/api/options/html.ts';
import type { RenderAsset, Rendering, RenderSource } from '#lib/engines/html/render-request.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { coloured, decodePicture } from '../../../support/picture.ts';
import {
  asset,
  codes,
  deadline,
  fontsConf,
  htmlSource,
  imageRequest,
  pdfRequest,
  startSite,
  urlSource,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

type Site = Awaited<ReturnType<typeof startSite>>;

/** Pages by path; other paths get 404. */
const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/headers': ({ headers }, response) => {
    const { cookie, 'x-own': own, 'user-agent': agent } = headers;
    response.setHeader('content-type', 'text/html');
    response.end(`<p>cookie=${cookie ?? ''}; own=${String(own)}; agent=${agent ?? ''}</p>`);
  },
  '/blue.png': (_, response) => response.setHeader('content-type', 'image/png').end(coloured('blue')),
  '/redirect': (_, response) => response.writeHead(302, { location: '/there' }).end(),
  '/there': (_, response) => response.setHeader('content-type', 'text/html').end('<title>There</title>there'),
  '/missing-page': (_, response) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('own words on 404'),
  '/csp': (_, response) => {
    response.setHeader('content-security-policy', "default-src 'none'");
    response.setHeader('content-type', 'text/html').end('<p>strict</p>');
  },
};

describe.skipIf(leftOut('chromium'))('a rendered page', () => {
  const used = useRenderer();
  let site: Site;
  let other: Site;
  const asked: string[] = [];

  beforeAll(async () => {
    const serve = (request: IncomingMessage, response: ServerResponse): void => {
      const path = request.url ?? '';
      asked.push(`${path} ${String(request.headers['x-own'])}`);
      const page = pages[path.replace(/\?.*/, '')];
      if (page) page(request, response);
      else response.writeHead(404).end('no');
    };
    site = await startSite(serve);
    other = await startSite(serve);
  });
  afterAll(async () => {
    await Promise.all([site.close(), other.close()]);
  });
  beforeEach(() => {
    asked.length = 0;
  });

  const print = (source: RenderSource | string, page: Partial<PageOptions> = {}): Promise<Rendering> =>
    used.renderer.render(pdfRequest(source, {}, page), deadline());
  const textOf = async (source: RenderSource | string, page: Partial<PageOptions> = {}): Promise<string> =>
    (await pageTexts((await print(source, page)).content)).join('\n');
  const withAssets = (html: string, ...assets: RenderAsset[]): RenderSource => htmlSource(html, assets);

  describe('when it is uploaded', () => {
    it.each([
      ['UTF-8, which it does not say', Buffer.from('<p>Grüße, 世界</p>'), 'Grüße, 世界'],
      ['UTF-8 with a mark', Buffer.from('\ufeff<p>Grüße, 世界</p>'), 'Grüße, 世界'],
      ['UTF-16 with a mark', Buffer.from('\ufeff<p>Grüße, 世界</p>', 'utf16le'), 'Grüße, 世界'],
      ['Latin-1, as it says', Buffer.from('<meta charset=iso-8859-1><p>Grüße</p>', 'latin1'), 'Grüße'],
      [
        'Shift JIS, as it says the old way',
        Buffer.concat([
          Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><p>'),
          Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
        ]),
        '日本',
      ],
    ])('is decoded as %s', async (_, content, expected) => {
      expect((await textOf(htmlSource(content))).normalize('NFKC')).toBe(expected);
    });

    it.each([
      ['a name', 'logo.png', 'logo.png'],
      ['a folder', 'images/logo.png', 'logo.png'],
      ['a dot', './logo.png', 'logo.png'],
      ['a query', 'logo.png?v=3#x', 'logo.png'],
      ['the root', '/static/logo.png', 'logo.png'],
      ['escapes', 'My%20L%C3%B6go%20(1).png', 'My Lögo (1).png'],
      ['letters in two parts', 'Lo\u0308go.png', 'L\u00f6go.png'],
      ['a percent sign', '100%.png', '100%.png'],
    ])('finds an asset by %s', async (_, reference, name) => {
      const html = `<style>*{margin:0}</style><img src="${reference}" style="display:block">`;
      const rendering = await used.renderer.render(
        imageRequest(withAssets(html, asset(name, coloured('lime')))),
        deadline(),
      );
      expect(rendering.warnings).toEqual([]);
      expect((await decodePicture(rendering.content)).at(25, 25)).toEqual([0, 255, 0, 255]);
    });

    it('uses style sheets, scripts, fonts and frames from its assets', async () => {
      const font = await readFile(join(dirname(fontsConf), 'liberation/LiberationMono-Regular.ttf'));
      const rendering = await print(
        withAssets(
          '<link rel=stylesheet href=css/main.css><p class=late>by style</p><p id=s></p>' +
            '<iframe src=inner.html></iframe><script src=main.js></script>',
          asset('main.css', '@font-face{font-family:Own;src:url(../fonts/own.ttf)} p{font-family:Own}'),
          asset('own.ttf', font),
          asset('main.js', 'document.getElementById("s").textContent = "by script"'),
          asset('inner.html', '<p>in frame</p>'),
        ),
      );
      const [text = ''] = await pageTexts(rendering.content);
      expect(text).toContain('by script');
      expect(text).toContain('in frame');
      expect(Buffer.from(rendering.content).toString('latin1')).toContain('LiberationMono');
      expect(rendering.warnings).toEqual([]);
    });

    it('gets warnings for missing and for unused assets', async () => {
      const rendering = await print(
        withAssets(
          '<img src="img/a%20b.png"><img src=c.png>',
          asset('c.png', coloured('red')),
          asset('d.css', ''),
        ),
      );
      expect(rendering.warnings).toEqual([
        { code: 'http-404', message: expect.stringContaining("'a b.png'") as string, url: 'a b.png' },
        { code: 'unused-asset', message: expect.stringContaining("'d.css'") as string, url: 'd.css' },
      ]);
    });

    it('can load public and allowed resources', async () => {
      const html = `<style>*{margin:0}</style><img style="display:block" src="${site.origin}/blue.png">`;
      const { content } = await used.renderer.render(imageRequest(html), deadline());
      expect((await decodePicture(content)).at(25, 25)).toEqual([0, 0, 255, 255]);
    });

    it('sends extra headers to the hosts it requests', async () => {
      await print(`<img src="${site.origin}/blue.png">`, { extraHttpHeaders: { 'x-own': 'mine' } });
      expect(asked).toEqual(['/blue.png mine']);
    });
  });

  describe('when it has a URL', () => {
    it('follows redirects', async () => {
      const rendering = await print(urlSource(`${site.origin}/redirect`));
      expect(rendering).toMatchObject({ title: 'There', warnings: [] });
      expect(await pageTexts(rendering.content)).toEqual(['there']);
    });

    it('gets cookies, headers and the user agent', async () => {
      const text = await textOf(urlSource(`${site.origin}/headers`), {
        cookies: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2', domain: '127.0.0.1', httpOnly: true },
          { name: 'c', value: '3', path: '/elsewhere' },
        ],
        extraHttpHeaders: { 'X-Own': 'mine' },
        userAgent: 'Tester/1.0',
      });
      expect(text.replace(/\s+/g, ' ')).toBe('cookie=a=1; b=2; own=mine; agent=Tester/1.0');
    });

    it('sends extra headers to its own origin only', async () => {
      pages['/mixed'] = (_, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`<img src="/blue.png"><img src="/away"><img src="${other.origin}/blue.png?other">`);
      };
      pages['/away'] = (_, response) =>
        response.writeHead(302, { location: `${other.origin}/blue.png?away` }).end();
      await print(urlSource(`${site.origin}/mixed`), { extraHttpHeaders: { 'x-own': 'mine' } });
      expect(asked.sort()).toEqual([
        '/away mine',
        '/blue.png mine',
        '/blue.png?away undefined',
        '/blue.png?other undefined',
        '/mixed mine',
      ]);
    });

    it('leaves no state for the next page', async () => {
      const cookies = [{ name: 'secret', value: '1' }];
      await print(urlSource(`${site.origin}/headers`), { cookies });
      expect(await textOf(urlSource(`${site.origin}/headers`))).toContain('cookie=; own=undefined');
    });

    it('rejects cookies that no browser accepts', async () => {
      await expect(
        print(urlSource(`${site.origin}/headers`), { cookies: [{ name: 'a', value: 'b;c\n' }] }),
      ).rejects.toMatchObject({ code: 'invalid-field', errors: [{ field: 'cookies' }] });
    });

    it.each([
      ['extraHttpHeaders', { extraHttpHeaders: { 'x y': 'z' } }],
      ['extraHttpHeaders', { extraHttpHeaders: { 'x-y': 'a\nb' } }],
      ['userAgent', { userAgent: 'a\r\nb: c' }],
    ])('rejects %s that no server accepts', async (field, page) => {
      const source = urlSource(`${site.origin}/headers`);
      await expect(print(source, page)).rejects.toMatchObject({ code: 'invalid-field', errors: [{ field }] });
    });

    it('can be an error page if the options allow it', async () => {
      expect(await textOf(urlSource(`${site.origin}/missing-page`, false))).toBe('own words on 404');
    });

    it('gets warnings for resources that failed to load', async () => {
      pages['/broken'] = (_, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(
          '<img src=/nothing.png><img src=http://nowhere.invalid/a.png><img src=http://10.1.2.3/b.png>',
        );
      };
      const { warnings } = await print(urlSource(`${site.origin}/broken`));
      expect(warnings.map(({ code, url }) => [code, url]).sort()).toEqual([
        ['blocked', 'http://10.1.2.3/b.png'],
        ['failed', 'http://nowhere.invalid/a.png'],
        ['http-404', `${site.origin}/nothing.png`],
      ]);
    });

    it('can forbid styles and still print as a single page', async () => {
      const request = pdfRequest(urlSource(`${site.origin}/csp`), { singlePage: true });
      const { pages: count } = await used.renderer.render(request, deadline());
      expect(count).toBe(1);
    });
  });

  it('can replace its globals', async () => {
    const html =
      '<p>ok</p><script>JSON.stringify = Promise.race = document.querySelector = () => { throw 1 };</script>';
    const outcome = await print(html).catch((error: unknown) => error);
    expect(outcome).toBeTruthy();
    expect(await textOf('next')).toBe('next');
  });

  it('has a bounded number of warnings', async () => {
    const pictures = Array.from({ length: 80 }, (_, index) => `<img src="http://10.0.0.1/${index}.png">`);
    const rendering = await print(pictures.join(''));
    expect(rendering.warnings).toHaveLength(51);
    expect(codes(rendering).at(-1)).toBe('more');
  });
});
