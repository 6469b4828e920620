import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multipart } from '../src/multipart.ts';
import { entriesToUpload } from '../src/input-form.ts';
import { limits } from '../../base/limits.ts';
import { type FormPart, readForm } from './fake-service.ts';

const read = async (body: Blob): Promise<FormPart[]> => readForm(await body.bytes(), body.type);

describe('multipart', () => {
  it('is parsed to the parts that were written', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const type = fc.constantFrom('', 'application/pdf', 'text/html;charset=utf-8');
    const entry = fc.oneof(
      fc.tuple(text, text),
      fc.tuple(
        text,
        fc.tuple(text, text, type).map(([name, content, mime]) => new File([content], name, { type: mime })),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(entry), async (entries) => {
        const expected = await Promise.all(
          entries.map(async ([field, value]): Promise<FormPart> => {
            if (typeof value === 'string') return [field, value];
            const { name, type: known } = value;
            return [field, { name, type: known || 'application/octet-stream', text: await value.text() }];
          }),
        );
        expect(await read(multipart(entries))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('escapes quotes and line breaks in names', async () => {
    const file = new File(['x'], 'a"; name="b\r\n.pdf');
    const text = await multipart([['file', file]]).text();
    expect(text).toContain('filename="a%22; name=%22b%0D%0A.pdf"');
  });

  it('names files without a name', async () => {
    expect(await read(multipart([['file', new Blob(['x'])]]))).toEqual([
      ['file', { name: 'input', type: 'application/octet-stream', text: 'x' }],
    ]);
  });
});

describe('files that are uploaded first', () => {
  it('are only as many as needed to fit the rest', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 6 });
    // Slices of one Blob: nothing is copied.
    const source = new Blob([new Uint8Array(3_000_000)]);
    fc.assert(
      fc.property(sizes, (all) => {
        const entries = all.map((size): [string, Blob] => ['files', source.slice(0, size)]);
        const chosen = entriesToUpload(entries);
        const places = new Set(chosen.map(({ index }) => index));
        const rest = multipart(entries.filter((_, index) => !places.has(index))).size;
        expect(rest).toBeLessThanOrEqual(limits.inlineBody);
        const smallest = Math.min(...chosen.map(({ file }) => file.size));
        if (chosen.length > 0) expect(rest + smallest + 400 * all.length).toBeGreaterThan(limits.inlineBody);
      }),
      { numRuns: 100 },
    );
  });
});
