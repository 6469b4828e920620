import { describe, expect, it } from 'vitest';
import { Form, type FormFile } from '#lib/gotenberg/form/form.ts';
import type { Output } from '#lib/gotenberg/http/output.ts';
import { PdfOperations } from '#lib/gotenberg/operations/pdf-operations.ts';
import { pdfRoutes } from '#lib/gotenberg/routes/pdf-routes.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { directPdfWork } from '../../support/direct-pdf-work.ts';
import { imageObject, imagePdf, photoJpeg } from '../../support/image-pdf.ts';
import { makePdf, pageTexts } from '../../support/pdf.ts';
import { pagePixels } from '../../support/pdf-pixels.ts';
import { plainPng } from '../../support/png.ts';
import { isRed, renderPage } from '../../support/rendered-page.ts';

const operations = new PdfOperations(directPdfWork());

const file = (fileName: string, bytes: Buffer, part = 'files'): FormFile => ({
  part,
  field: fileName,
  fileName,
  size: bytes.length,
  source: { kind: 'inline', bytes: Buffer.from(bytes) },
});

/** Converts a form by a route. Values of a field that is repeated are arrays. */
async function convert(
  route: keyof typeof pdfRoutes,
  values: Record<string, string | string[]>,
  ...files: FormFile[]
): Promise<Output[]> {
  const entries = Object.entries(values).map(([name, value]): [string, string[]] => [name, [value].flat()]);
  const result = await pdfRoutes[route](new Form(new Map(entries), files), operations);
  if ('json' in result) throw new Error('The route returned JSON');
  return result.files;
}

const pdfFile = (name: string, { content }: Output): FormFile => file(name, Buffer.from(bytesOf(content)));

const inspect = (output: Output) => operations.inspect(pdfFile('result.pdf', output));

const only = ([output]: Output[]): Output => {
  if (!output) throw new Error('There is no result');
  return output;
};

describe('effects that the scenarios of Gotenberg do not check', () => {
  it('rotates the pages that it names, and no others', async () => {
    const source = file('a.pdf', await makePdf('A', 3));
    const rotated = only(await convert('rotate', { rotateAngle: '90', rotatePages: '2-z' }, source));
    const { pages } = await inspect(rotated);
    expect(pages.map(({ rotation }) => rotation)).toEqual([0, 90, 90]);
  });

  it('draws a picture where the options place it, above the content', async () => {
    const source = await makePdf('A', 2);
    const stamp = file('logo.png', plainPng(20, 20, [255, 0, 0]), 'stamp');
    const options = { stampSource: 'image', stampPages: '1', stampOptions: '{"pos":"tl","scale":"0.3 rel"}' };
    const stamped = only(await convert('stamp', options, file('a.pdf', source), stamp));
    const [before, after] = [await pagePixels(source), await pagePixels(bytesOf(stamped.content))];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect((await inspect(stamped)).images.count).toBe(1);
  });

  it('draws the page of a PDF, also if it is called like an input', async () => {
    const mark = file('a.pdf', await makePdf('Mark', 1), 'watermark');
    const source = file('a.pdf', await makePdf('A', 1));
    const marked = only(await convert('watermark', { watermarkSource: 'pdf' }, mark, source));
    const [text] = await pageTexts(bytesOf(marked.content));
    expect(text).toContain('Mark');
    expect(text).toContain('A');
  });

  it('draws several stamps in one request, each with its own file and options', async () => {
    const stamped = only(
      await convert(
        'stamp',
        {
          stampSource: ['text', 'image'],
          stampExpression: ['ONE', ''],
          stampOptions: ['{"rot":"0"}', '{"pos":"br"}'],
        },
        file('a.pdf', await makePdf('A', 1)),
        file('logo.png', plainPng(8, 8), 'stamp'),
      ),
    );
    expect((await pageTexts(bytesOf(stamped.content)))[0]).toContain('ONE');
    expect((await inspect(stamped)).images.count).toBe(1);
  });

  it('draws several stamps whose files have the same name', async () => {
    const values = { stampSource: ['pdf', 'pdf'], stampOptions: ['{"pos":"tl"}', '{"pos":"br"}'] };
    const stamps = [await makePdf('One', 1), await makePdf('Two', 1)].map((bytes) =>
      file('logo.pdf', bytes, 'stamp'),
    );
    const source = file('a.pdf', await makePdf('A', 1));
    const [text] = await pageTexts(bytesOf(only(await convert('stamp', values, source, ...stamps)).content));
    expect(text).toContain('One');
    expect(text).toContain('Two');
  });

  it('replaces the placeholders of an expression, and keeps braces', async () => {
    const values = { stampSource: 'text', stampExpression: '%p/%P {page}', stampOptions: '{"rot":"0"}' };
    const marked = only(await convert('stamp', values, file('a.pdf', await makePdf('A', 2))));
    const texts = await pageTexts(bytesOf(marked.content));
    expect(texts.map((text) => text.replace(/^A, page ./, ''))).toEqual(['1/2 {page}', '2/2 {page}']);
  });

  it('draws each page of a stamp on the page with its number', async () => {
    const stamp = file('s.pdf', await makePdf('S', 2), 'stamp');
    const source = file('a.pdf', await makePdf('A', 3));
    const stamped = only(await convert('stamp', { stampSource: 'pdf' }, source, stamp));
    const texts = await pageTexts(bytesOf(stamped.content));
    expect(texts.map((text) => text.slice('A, page 1'.length))).toEqual([
      'S, page 1',
      'S, page 2',
      'S, page 2',
    ]);
  });

  it('sizes a stamp by each page, along its diagonal', async () => {
    const red = file('red.png', plainPng(20, 20, [255, 0, 0]), 'stamp');
    const source = file('a.pdf', await makePdf('A', 1));
    const stamped = only(await convert('stamp', { stampSource: 'image' }, source, red));
    const page = await renderPage(bytesOf(stamped.content));
    const [left = 0, top = 0, right = 0, bottom = 0] = page.boxOf(isRed) ?? [];
    const angle = Math.atan2(page.height, page.width);
    const side = (page.width / 2) * (Math.sin(angle) + Math.cos(angle));
    expect(Math.abs(right - left - side)).toBeLessThan(3);
    expect(Math.abs(bottom - top - side)).toBeLessThan(3);
  });

  it('rotates pages with their stamps', async () => {
    const values = {
      stampSource: 'image',
      stampOptions: '{"pos":"tl","rot":"0","scale":"1 abs"}',
      rotateAngle: '90',
    };
    const red = file('red.png', plainPng(40, 20, [255, 0, 0]), 'stamp');
    const merged = only(await convert('merge', values, file('a.pdf', await makePdf('A', 1)), red));
    const page = await renderPage(bytesOf(merged.content));
    expect(page.boxOf(isRed)).toEqual([page.width - 20, 0, page.width, 40]);
  });

  it('encodes images again with the quality that it names', async () => {
    const source = imagePdf(
      imageObject({
        width: 600,
        height: 400,
        entries: '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
        data: photoJpeg(600, 400, 95),
      }),
      'q 300 0 0 200 0 0 cm /Im Do Q',
    );
    const sizeAt = async (imageQuality: string): Promise<number> =>
      bytesOf(only(await convert('optimize', { imageQuality }, file('a.pdf', source))).content).length;
    const [low, high] = [await sizeAt('10'), await sizeAt('90')];
    expect(low).toBeLessThan(high);
    expect(high).toBeLessThanOrEqual(source.length);
  });

  it('permits what is not forbidden, by an owner password alone', async () => {
    const options = { ownerPassword: 'owner', allowPrinting: 'false', allowModifying: 'false' };
    const encrypted = only(await convert('encrypt', options, file('a.pdf', await makePdf('A', 1))));
    const { permissions, encrypted: isEncrypted } = await inspect(encrypted);
    expect(isEncrypted).toBe(true);
    expect(permissions).toEqual(expect.arrayContaining(['copy', 'annotate', 'fill', 'assemble']));
    expect(permissions).not.toContain('print');
    expect(permissions).not.toContain('modify');
  });

  it('does not leave the files of one request to another', async () => {
    const [one, other] = await Promise.all(
      ['One', 'Other'].map(async (title) =>
        convert('flatten', {}, file(`${title}.pdf`, await makePdf(title, 1))),
      ),
    );
    expect((await pageTexts(bytesOf(only(one ?? []).content)))[0]).toContain('One');
    expect((await pageTexts(bytesOf(only(other ?? []).content)))[0]).toContain('Other');
  });
});

describe('selections of pages', () => {
  const count = 3;
  const source = async () => file('a.pdf', await makePdf('A', count));

  /** The numbers of the pages for which `test` holds, from 1. */
  const numbersOf = <Page>(pages: readonly Page[], test: (page: Page) => boolean): number[] =>
    pages.flatMap((page, index) => (test(page) ? [index + 1] : []));

  it.each<[text: string, rotated: number[], stamped?: number[]]>([
    ['-2', [1, 2]],
    ['even', [2]],
    ['2-', [2, 3]],
    ['2-9', [2, 3]],
    ['l', [3]],
    ['l-1', [2]],
    ['1-,!2', [1, 3]],
    ['!2', []],
    ['2-z', [2, 3]],
    // Selects nothing to rotate, and everything to stamp.
    ['7', [], [1, 2, 3]],
  ])('%j is what Gotenberg rotates and stamps', async (text, expected, stamped = expected) => {
    const rotated = only(await convert('rotate', { rotateAngle: '90', rotatePages: text }, await source()));
    const { pages } = await inspect(rotated);
    expect(numbersOf(pages, ({ rotation }) => rotation === 90)).toEqual(expected);
    const overlay = { stampSource: 'text', stampExpression: 'STAMP', stampPages: text };
    const result = only(await convert('stamp', overlay, await source()));
    const texts = await pageTexts(bytesOf(result.content));
    expect(numbersOf(texts, (each) => each.includes('STAMP'))).toEqual(stamped);
  });

  it.each<[text: string, pages: number[]]>([
    ['-2', [1, 2]],
    ['3,1', [1, 3]],
    ['even', [2]],
    ['odd', [1, 3]],
    ['2-9', [2, 3]],
    ['7,1', [1]],
    ['1-,!2', [1, 3]],
    ['l-1-', [2, 3]],
  ])('%j is what Gotenberg extracts', async (text, pages) => {
    const options = { splitMode: 'pages', splitSpan: text };
    const whole = await pageTexts(await makePdf('A', count));
    const unified = only(await convert('split', { ...options, splitUnify: 'true' }, await source()));
    const expected = pages.map((page) => whole[page - 1]);
    expect(await pageTexts(bytesOf(unified.content))).toEqual(expected);
    const parts = await convert('split', options, await source());
    expect(
      await Promise.all(parts.map(async ({ content }) => (await pageTexts(bytesOf(content)))[0])),
    ).toEqual(expected);
  });

  it('applies each to its own stamp', async () => {
    const options = {
      stampSource: ['text', 'text'],
      stampExpression: ['ONE', 'OTHER'],
      stampOptions: ['{"rot":"0"}', '{"rot":"0"}'],
      stampPages: ['1', 'l'],
    };
    const texts = await pageTexts(bytesOf(only(await convert('stamp', options, await source())).content));
    expect(numbersOf(texts, (each) => each.includes('ONE'))).toEqual([1]);
    expect(numbersOf(texts, (each) => each.includes('OTHER'))).toEqual([3]);
  });

  it.each([
    ['split', { splitMode: 'pages', splitSpan: 'a' }, 'The requested split mode is not supported'],
    ['split', { splitMode: 'pages', splitSpan: '7' }, 'The requested split mode is not supported'],
    ['rotate', { rotateAngle: '90', rotatePages: '1,' }, "form field 'rotatePages' is invalid (got '1,')"],
    [
      'stamp',
      { stampSource: 'text', stampExpression: 'a', stampPages: 'a' },
      'The requested stamp source is not supported',
    ],
  ] as const)('%s rejects %j', async (route, values, message) => {
    await expect(convert(route, values, await source())).rejects.toThrow(message);
  });
});

describe('metadata', () => {
  it('are read as they were written: dates, lists, numbers and names', async () => {
    const metadata = {
      CreateDate: '2006-09-18T16:27:50-04:00',
      ModifyDate: '2024:01:15 10:00:00+02:00',
      Keywords: ['a', 'b'],
      Marked: true,
      Trapped: 'True',
    };
    const source = file('a.pdf', await makePdf('A', 1));
    const written = only(await convert('metadata/write', { metadata: JSON.stringify(metadata) }, source));
    const form = new Form(new Map(), [pdfFile('b.pdf', written)]);
    expect(await pdfRoutes['metadata/read'](form, operations)).toMatchObject({
      json: { 'b.pdf': { ...metadata, CreateDate: '2006:09:18 16:27:50-04:00' } },
    });
  });
});

describe('an invoice', () => {
  it.each([
    [{}, '1.0'],
    [{ facturxVersion: '2.3' }, '2.3'],
  ])('with %j has the version %s', async (values, version) => {
    const xml = file('invoice.xml', Buffer.from('<a/>'), 'facturxXml');
    const options = { facturxConformanceLevel: 'MINIMUM', ...values };
    const made = only(await convert('factur-x', options, file('a.pdf', await makePdf('A', 1)), xml));
    expect(Buffer.from(bytesOf(made.content)).toString('latin1')).toContain(
      `<fx:Version>${version}</fx:Version>`,
    );
  });
});

describe('a split', () => {
  it('extracts each page of a list once, in their order', async () => {
    const source = file('a.pdf', await makePdf('A', 4));
    const parts = await convert('split', { splitMode: 'pages', splitSpan: '3-end,1' }, source);
    expect(parts.map(({ fileName }) => fileName)).toEqual(['a_0.pdf', 'a_1.pdf', 'a_2.pdf']);
  });

  it.each(['foo', '9', '0'])('rejects the pages %s', async (splitSpan) => {
    const source = file('a.pdf', await makePdf('A', 2));
    await expect(convert('split', { splitMode: 'pages', splitSpan }, source)).rejects.toThrow(
      'The requested split mode is not supported',
    );
  });
});
