import { createCanvas } from '@napi-rs/canvas';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderAsset, RenderSource, UploadedContent } from '#lib/engines/html/render-request.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { decodePicture } from '../../../support/picture.ts';
import {
  deadline,
  fontsConf,
  imageRequest,
  pdfRequest,
  urlSource,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

function greenPicture(): Buffer {
  const canvas = createCanvas(50, 50);
  const context = canvas.getContext('2d');
  context.fillStyle = 'lime';
  context.fillRect(0, 0, 50, 50);
  return canvas.toBuffer('image/png');
}

describe.skipIf(leftOut('chromium'))('an uploaded page stored in files', () => {
  const used = useRenderer();
  let folder: string;
  let files = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploaded-files-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function onDisk(content: string | Buffer): Promise<UploadedContent & { path: string }> {
    const path = join(folder, String((files += 1)));
    await writeFile(path, content);
    return { path, size: Buffer.byteLength(content) };
  }
  const asset = async (name: string, content: string | Buffer): Promise<RenderAsset> => ({
    name,
    content: await onDisk(content),
    contentType: undefined,
  });
  const sourceOf = async (
    html: string | Buffer,
    ...assets: Promise<RenderAsset>[]
  ): Promise<RenderSource> => ({
    kind: 'html',
    content: await onDisk(html),
    assets: await Promise.all(assets),
  });

  it('uses style sheets, scripts, fonts, images and frames from its assets', async () => {
    const font = await readFile(join(dirname(fontsConf), 'liberation/LiberationMono-Regular.ttf'));
    const source = await sourceOf(
      '<link rel=stylesheet href=css/main.css><p>by style</p><p id=s></p><img src="img/a%20b.png?1">' +
        '<iframe src=inner.html></iframe><script src=main.js></script>',
      asset('main.css', '@font-face{font-family:Own;src:url(../fonts/own.ttf)} p{font-family:Own}'),
      asset('own.ttf', font),
      asset('a b.png', greenPicture()),
      asset('main.js', 'document.getElementById("s").textContent = "by script"'),
      asset('inner.html', '<p>in frame</p>'),
    );
    const { content, warnings } = await used.renderer.render(pdfRequest(source), deadline());
    const [text = ''] = await pageTexts(content);
    expect(warnings).toEqual([]);
    expect(text).toContain('by script');
    expect(text).toContain('in frame');
    expect(Buffer.from(content).toString('latin1')).toContain('LiberationMono');
    const picture = await used.renderer.render(
      imageRequest(
        await sourceOf('<style>*{margin:0}</style><img src=a.png>', asset('a.png', greenPicture())),
      ),
      deadline(),
    );
    expect((await decodePicture(picture.content)).at(25, 25)).toEqual([0, 255, 0, 255]);
  });

  it.each([
    ['UTF-8, which it does not say', Buffer.from('<p>Grüße, 世界</p>'), 'Grüße, 世界'],
    ['UTF-16 with a mark', Buffer.from('\ufeff<p>Grüße, 世界</p>', 'utf16le'), 'Grüße, 世界'],
    ['Latin-1, as it says', Buffer.from('<meta charset=iso-8859-1><p>Grüße</p>', 'latin1'), 'Grüße'],
  ])('is decoded as %s', async (_, html, expected) => {
    const { content } = await used.renderer.render(pdfRequest(await sourceOf(html)), deadline());
    expect((await pageTexts(content)).join('').normalize('NFKC')).toBe(expected);
  });

  it('has its assets in workers too', async () => {
    const source = await sourceOf(
      '<p id=s>…</p><script>new Worker("worker.js").onmessage = ({ data }) => { s.textContent = data; done = true }</script>',
      asset('worker.js', 'fetch("data.txt").then((response) => response.text()).then(postMessage)'),
      asset('data.txt', 'from a worker'),
    );
    const request = pdfRequest(source, {}, { waitForExpression: 'globalThis.done' });
    const { content, warnings } = await used.renderer.render(request, deadline());
    expect((await pageTexts(content)).join('')).toContain('from a worker');
    expect(warnings).toEqual([]);
  });

  it('gets warnings for missing resources', async () => {
    const source = await sourceOf(
      '<img src=gone.png><img src=never.png>',
      asset('gone.png', greenPicture()),
      asset('unused.png', greenPicture()),
    );
    if (source.kind !== 'html' || source.assets[0]?.content instanceof Uint8Array)
      throw new Error('no files');
    await rm(source.assets[0]?.content.path ?? '');
    const { warnings } = await used.renderer.render(pdfRequest(source), deadline());
    expect(warnings.map(({ code, url }) => [code, url])).toEqual([
      ['failed', 'http://upload.invalid/gone.png'],
      ['http-404', 'never.png'],
      ['unused-asset', 'unused.png'],
    ]);
  });

  it('is not available to the next page', async () => {
    await used.renderer.render(pdfRequest(await sourceOf('<p>secret')), deadline());
    await expect(
      used.renderer.render(pdfRequest(urlSource('http://upload.invalid/')), deadline()),
    ).rejects.toMatchObject({ name: 'AppError' });
  });
});
