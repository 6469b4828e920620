import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { RenderMessage } from '#lib/conversions/html/message.ts';
import type { RemoteRenderer } from '#lib/conversions/html/remote-renderer.ts';
import { renderGivenFile, renderGivenUrl } from '#lib/conversions/html/render-given.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import type { GivenFile, InputFile } from '#lib/files/input-file.ts';
import type { InputStore } from '#lib/files/input-store.ts';
import { directPdfWork } from '../../../support/direct-pdf-work.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { InputFault } from '#lib/base/input-fault.ts';
import { sampleFont, sampleWoff2 } from '../../../support/font-tables.ts';

const page = Buffer.from('<p>Hello');
const large = Buffer.alloc(3_000_001, 'a');

const options = { format: 'pdf', page: {}, pdf: {} } as unknown as Parameters<
  typeof renderGivenFile
>[0]['options'];

/** A service whose web has these files, and which records what reaches renderer and bucket. */
function setUp(web: Readonly<Record<string, Buffer>>) {
  const bucket = new Map<string, Buffer>();
  const messages: RenderMessage[] = [];
  const reads: string[] = [];
  const inputs = {
    receive: async (owner: string, id: string, body: AsyncIterable<Uint8Array>) => {
      const bytes = await buffer(body);
      bucket.set(`inputs/${owner}/${id}`, bytes);
      return { key: `inputs/${owner}/${id}`, eTag: '"1"', size: bytes.length };
    },
    store: (_: string, __: string, { source }: InputFile) => {
      if (source.kind === 'inline') throw new Error('The file was read into memory first');
      return Promise.resolve(source.object);
    },
    readRequest: ({ key }: { key: string }) => {
      reads.push(key);
      return Promise.resolve({ url: `https://storage/${key}`, headers: {} });
    },
    delete: ({ key }: { key: string }) => Promise.resolve(void bucket.delete(key)),
    lookInto: <T>(
      { field, source }: InputFile,
      look: (access: ReturnType<typeof fromBuffer>) => Promise<T>,
    ) =>
      look(
        fromBuffer(source.kind === 'inline' ? source.bytes : (bucket.get(source.object.key) ?? page)),
      ).catch((error: unknown) => {
        throw error instanceof InputFault ? error.inField(field) : error;
      }),
  } as unknown as InputStore;
  const renderer = {
    render: (message: RenderMessage) => {
      messages.push(message);
      const content = { kind: 'bytes' as const, bytes: page };
      return Promise.resolve({ title: '', warnings: [], content });
    },
  } as unknown as RemoteRenderer;
  const request = () => ({
    owner: 'key_me',
    requestId: 'request',
    fileId: 'file_1',
    deadline: Date.now() + 10_000,
    fileName: '',
    options,
    finishing: {},
  });
  const stores: Parameters<typeof renderGivenFile>[1] = {
    inputs,
    renderer,
    ...directPdfWork(),
    files: {
      writeRequest: () => Promise.resolve({ url: 'https://storage/', headers: {} }),
    } as unknown as FileStore,
    allowedHosts: AllowedHosts.none,
    maximumBytes: 10_000_000,
    download: (url) => {
      const name = new URL(url).pathname.slice(1);
      const bytes = web[name] ?? Buffer.alloc(0);
      const body = (async function* () {
        yield await Promise.resolve(bytes);
      })();
      return Promise.resolve({ url, fileName: name, size: bytes.length, body, close: () => undefined });
    },
  };
  const render = (file: GivenFile, ...assets: GivenFile[]) =>
    renderGivenFile(
      { ...request(), files: { file, assets, fonts: [], overlays: [], attachments: [], facturX: [] } },
      stores,
    );
  const renderWithFonts = async (...fonts: GivenFile[]) => {
    await renderGivenFile(
      {
        ...request(),
        files: {
          file: at('file', 'page.html'),
          assets: [],
          fonts,
          overlays: [],
          attachments: [],
          facturX: [],
        },
      },
      stores,
    );
    const target = { url: 'https://example.com/', failOnHttpError: true };
    await renderGivenUrl(
      { ...request(), page: target, files: { fonts, overlays: [], attachments: [], facturX: [] } },
      stores,
    );
  };
  return { bucket, messages, reads, render, renderWithFonts };
}

const at = (field: string, name: string): GivenFile => ({ field, url: `https://example.com/${name}` });

describe('a page at a URL', () => {
  it('is in the message to the renderer, and a large asset in the bucket while the page is rendered', async () => {
    const { bucket, messages, reads, render } = setUp({ 'page.html': page, 'large.css': large });
    const rendered = await render(at('file', 'page.html'), at('assets[0]', 'large.css'));
    expect(rendered.file.fileName).toBe('page.pdf');
    expect(messages[0]?.source).toMatchObject({
      content: { kind: 'inline', base64: page.toString('base64') },
      assets: [{ name: 'large.css', content: { kind: 'object', field: 'assets[0]', size: large.length } }],
    });
    expect(reads).toEqual([expect.stringMatching(/^inputs\/key_me\/url-/)]);
    expect(bucket.size).toBe(0);
  });

  it('is checked after its download, and leaves nothing behind', async () => {
    const { bucket, messages, render } = setUp({ 'page.html': large, a: Buffer.from('%PDF-1.7\n') });
    await expect(render(at('file', 'a'), at('assets[0]', 'page.html'))).rejects.toMatchObject({
      code: 'invalid-file-type',
    });
    const same = [at('assets[0]', 'page.html'), at('assets[1]', 'page.html')];
    await expect(render(at('file', 'page.html'), ...same)).rejects.toMatchObject({ code: 'invalid-field' });
    expect(messages).toEqual([]);
    expect(bucket.size).toBe(0);
  });
});

describe('the fonts of a page', () => {
  const font = (index: number, name: string): GivenFile => at(`fonts[${index}]`, name);

  it('are in the message to the renderer, of a file and of a URL', async () => {
    const large = Buffer.concat([sampleFont(), Buffer.alloc(3_000_000)]);
    const web = { 'page.html': page, 'small.woff2': sampleWoff2(), 'large.ttf': large };
    const { bucket, messages, renderWithFonts } = setUp(web);
    await renderWithFonts(font(0, 'small.woff2'), font(1, 'large.ttf'));
    const fonts = [
      { field: 'fonts[0]', content: { kind: 'inline', base64: sampleWoff2().toString('base64') } },
      { field: 'fonts[1]', content: { kind: 'object', field: 'fonts[1]', size: large.length } },
    ];
    expect(messages).toMatchObject([
      { source: { kind: 'html', assets: [] }, fonts },
      { source: { kind: 'url' }, fonts },
    ]);
    expect(bucket.size).toBe(0);
  });

  it('are checked after their download', async () => {
    const { messages, renderWithFonts } = setUp({ 'page.html': page, a: page });
    await expect(renderWithFonts(font(0, 'a'))).rejects.toMatchObject({ code: 'invalid-file-type' });
    expect(messages).toEqual([]);
  });
});
