import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, describe, it } from 'vitest';
import { carryFiles } from '#lib/conversions/html/carry-files.ts';
import { renderMessage } from '#lib/conversions/html/message.ts';
import type { UploadedContent } from '#lib/engines/html/render-request.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { sampleFont, sampleWoff2 } from '../../../support/font-tables.ts';
import { urlSource, useMessageServer } from '../../../support/message-server.ts';

const used = useMessageServer();

const inline = (fileName: string, bytes: Buffer): InputFile => ({
  field: 'file',
  fileName,
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

const kindOf = (content: UploadedContent) => (content instanceof Uint8Array ? 'memory' : 'file');

describe('a message to the renderer', () => {
  it('carries small files itself and leads to large ones', async () => {
    const large = randomBytes(3_500_000);
    const files = [
      inline('page.html', Buffer.from('<img src=large.png>')),
      inline('large.png', large),
      inline('small.css', Buffer.from('p {}')),
    ];
    const { carried, kept } = await carryFiles(files, 'key_1', 'file_1', used.server.inputs);
    expect(carried.map(({ kind }) => kind)).toEqual(['inline', 'object', 'inline']);
    expect(kept).toHaveLength(1);
    const [content, image, style] = carried;
    if (!content || !image || !style) throw new Error('three files were carried');
    const seen: { name: string; kind: string; bytes: Buffer }[] = [];
    const message = await used.server.messageOf({
      kind: 'html',
      content,
      assets: [
        { name: 'large.png', content: image },
        { name: 'small.css', content: style },
      ],
    });
    await used.server.serve(message, (request) => {
      const { source } = request;
      if (source.kind !== 'html') throw new Error('an HTML file was to be rendered');
      for (const { name, content } of [{ name: 'page', content: source.content }, ...source.assets]) {
        // As long as it is rendered: afterwards its files are gone.
        const bytes = content instanceof Uint8Array ? Buffer.from(content) : readFileSync(content.path);
        seen.push({ name, kind: kindOf(content), bytes });
      }
      return {};
    });
    expect(seen.map(({ name, kind }) => [name, kind])).toEqual([
      ['page', 'memory'],
      ['large.png', 'file'],
      ['small.css', 'memory'],
    ]);
    expect(seen[0]?.bytes.toString()).toBe('<img src=large.png>');
    expect(seen[1]?.bytes.equals(large)).toBe(true);
  });

  it('needs no folder for files inside it', async () => {
    const { carried } = await carryFiles(
      [inline('page.html', Buffer.from('<p>'))],
      'key_1',
      'file_5',
      used.server.inputs,
    );
    const [content] = carried;
    if (!content) throw new Error('a file was carried');
    let folders: string[] | undefined;
    await used.server.serve(await used.server.messageOf({ kind: 'html', content, assets: [] }), () => {
      folders = readdirSync(used.server.workDirectory);
      return {};
    });
    expect(folders).toEqual([]);
  });

  it('brings fonts, which are unpacked', async () => {
    const large = Buffer.concat([sampleFont(), Buffer.alloc(3_000_000)]);
    const files = [inline('a.woff2', sampleWoff2()), inline('b.ttf', large)];
    const { carried } = await carryFiles(files, 'key_1', 'file_4', used.server.inputs);
    const fonts = carried.map((content, index) => ({ field: `fonts[${index}]`, content }));
    const seen: unknown[] = [];
    await used.server.serve({ ...(await used.server.messageOf(urlSource)), fonts }, (request) => {
      seen.push(
        ...(request.fonts ?? []).map(({ field, face, bytes }) => [field, face.families, bytes.length]),
      );
      return {};
    });
    expect(seen).toEqual([
      ['fonts[0]', ['Sample Sans'], sampleFont().length],
      ['fonts[1]', ['Sample Sans'], large.length],
    ]);
  });

  it('is rejected with the field of a font that is at fault', async () => {
    const content = { kind: 'inline' as const, base64: sampleFont().subarray(0, 5000).toString('base64') };
    const message = { ...(await used.server.messageOf(urlSource)), fonts: [{ field: 'fonts[0]', content }] };
    const { reply } = await used.server.serve(message, () => ({}));
    expect(reply).toMatchObject({
      kind: 'rejected',
      code: 'invalid-file-type',
      fault: { field: 'fonts[0]', message: expect.stringContaining('is a damaged font') as string },
    });
  });

  it('is below the limit of Lambda with the most that a request can hold', async () => {
    const files = Array.from({ length: 9 }, (_, index) => inline(`${index}`, Buffer.alloc(520_000, index)));
    const { carried } = await carryFiles(files, 'key_1', 'file_2', used.server.inputs);
    const [content, ...assets] = carried;
    if (!content) throw new Error('files were carried');
    const message = await used.server.messageOf({
      kind: 'html',
      content,
      assets: assets.map((asset) => ({ name: 'x'.repeat(255), content: asset })),
    });
    expect(Buffer.byteLength(JSON.stringify(message)) + 1_500_000).toBeLessThan(6_291_456);
  });

  it('notices that a file was replaced or deleted on the way', async () => {
    const { carried, kept } = await carryFiles(
      [inline('page.html', Buffer.alloc(3_100_000, 'a'))],
      'key_1',
      'file_3',
      used.server.inputs,
    );
    const other = Buffer.alloc(3_100_000, 'b');
    await used.server.objects.put(
      kept[0]?.key ?? '',
      other,
      'text/html',
      createHash('sha256').update(other).digest('hex'),
    );
    const [content] = carried;
    if (!content) throw new Error('a file was carried');
    const { reply } = await used.server.serve(
      await used.server.messageOf({ kind: 'html', content, assets: [] }),
      () => ({}),
    );
    expect(reply).toMatchObject({
      kind: 'rejected',
      code: 'invalid-field',
      fault: { field: 'file', message: 'was replaced before it was read' },
    });
    await used.server.objects.delete(kept[0]?.key ?? '');
    const deleted = await used.server.serve(
      await used.server.messageOf({ kind: 'html', content, assets: [] }),
      () => ({}),
    );
    expect(deleted.reply).toMatchObject({
      kind: 'rejected',
      code: 'gone',
      fault: { field: 'file', message: 'was deleted before it was read' },
    });
  });

  it('fails when files do not arrive in time, and leaves no files behind', async () => {
    const site = createServer((_, response) => void response.writeHead(200).write('<p>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    const slow = {
      kind: 'object' as const,
      field: 'file',
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      size: 9,
    };
    const message = await used.server.messageOf({ kind: 'html', content: slow, assets: [] });
    const { reply } = await used.server.serve({ ...message, deadline: Date.now() + 200 }, () => ({}));
    expect(reply).toMatchObject({ kind: 'rejected', code: 'render-timeout' });
    site.closeAllConnections();
    site.close();
  });

  it.each([
    ['another version', { version: 2 }],
    ['no deadline', { deadline: undefined }],
    ['an unknown format', { output: { format: 'gif' } }],
  ])('with %s is a fault of the service', async (_, change) => {
    const message = { ...(await used.server.messageOf(urlSource)), ...change };
    expect(renderMessage.safeParse(message).success).toBe(false);
  });
});
