import { afterEach, describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { downloadsFrom } from '#lib/gotenberg/form/download-from.ts';
import { closeAll, startHttp } from '../../support/egress.ts';

afterEach(closeAll);

const download = (text: string, allowed = AllowedHosts.parse('127.0.0.1')) =>
  downloadsFrom({ allowedHosts: allowed, maximumBytes: 1_000 })(new Map([['downloadFrom', [text]]]), {
    deadline: Date.now() + 5_000,
    otherBytes: 0,
  });

describe('downloadFrom', () => {
  it('is nothing for a request without it', async () => {
    const settings = { allowedHosts: AllowedHosts.none, maximumBytes: 1 };
    expect(await downloadsFrom(settings)(new Map(), { deadline: 0, otherBytes: 0 })).toEqual([]);
  });

  it('sends the headers of an entry, and names its file and its part', async () => {
    const asked: [string | undefined, string | string[] | undefined][] = [];
    const port = await startHttp(({ url, headers }, response) => {
      asked.push([url, headers['x-token']]);
      const disposition = url === '/named' ? { 'content-disposition': 'attachment; filename="own.pdf"' } : {};
      response.writeHead(200, disposition).end(url);
    });
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    const files = await download(
      JSON.stringify([
        { url: at('/named'), extraHttpHeaders: { 'X-Token': 'one' } },
        { url: at('/folder/plain.xml'), embedded: true },
        { url: at('/mark.png'), field: 'watermark' },
        { url: at('/logo.png'), field: 'stamp' },
      ]),
    );
    expect(files.map(({ fileName, part, size }) => [fileName, part, size])).toEqual([
      ['own.pdf', 'files', 6],
      ['plain.xml', 'embeds', 17],
      ['mark.png', 'watermark', 9],
      ['logo.png', 'stamp', 9],
    ]);
    expect(asked.sort()).toEqual([
      ['/folder/plain.xml', undefined],
      ['/logo.png', undefined],
      ['/mark.png', undefined],
      ['/named', 'one'],
    ]);
  });

  it.each([
    ['no JSON', 'x', 400, /Invalid 'downloadFrom' form field value/],
    ['no list', '{"url":"https://example.com/a"}', 400, /cannot unmarshal/],
    ['an entry without a URL', '[{}]', 400, /entry 0: URL must be set/],
    ['a URL that is none', '[{"url":"a b"}]', 400, /entry 0: URL is not valid/],
    [
      'a private address',
      '[{"url":"https://example.com/"},{"url":"https://10.0.0.1/a.pdf"}]',
      403,
      /entry 1/,
    ],
    ['a scheme', '[{"url":"file:///etc/passwd"}]', 403, /entry 0/],
    [
      'headers that cannot be sent',
      String.raw`[{"url":"https://example.com/","extraHttpHeaders":{"a":"b\nc: d"}}]`,
      400,
      /extraHttpHeaders/,
    ],
    [
      'too many entries',
      JSON.stringify(Array.from({ length: 1001 }, () => ({ url: 'https://example.com/' }))),
      400,
      /at most/,
    ],
  ])('rejects %s', async (_, text, status, message) => {
    await expect(download(text, AllowedHosts.none)).rejects.toMatchObject({
      status,
      message: expect.stringMatching(message) as string,
    });
  });

  it('names the URL of a file that is not there', async () => {
    const port = await startHttp((_, response) => void response.writeHead(404).end());
    await expect(download(`[{"url":"http://127.0.0.1:${port}/gone.pdf"}]`)).rejects.toThrow(/404/);
  });
});
