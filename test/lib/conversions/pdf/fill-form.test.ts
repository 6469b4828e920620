import { describe, expect, it } from 'vitest';
import type { FormEntry } from '#lib/api/fields/finishing/form-field.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { editPdf } from '#lib/conversions/pdf/edit-pdf.ts';
import { mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { inspect } from '#lib/engines/pdf/inspection/inspect.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { directPdfWork } from '../../../support/direct-pdf-work.ts';
import { formPdf } from '../../../support/form-pdf.ts';
import { rawPdf, textPages } from '../../../support/raw-pdf.ts';

const input = (bytes: Buffer, field = 'file'): InputFile => ({
  field,
  fileName: 'form.pdf',
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

const entry = (name: string, value: FormEntry['value']): FormEntry => ({ name, value });

const valuesOf = (bytes: Uint8Array): Record<string, unknown> =>
  Object.fromEntries(inspect(openPdf(Buffer.from(bytes))).form.map(({ name, value }) => [name, value]));

/** Two pages, each with a field of its own. */
const twoPages = rawPdf({
  ...textPages('first', 'second'),
  1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[20 0 R 21 0 R]>>>>',
  4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 5 0 R/Annots[20 0 R]>>',
  6: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 7 0 R/Annots[21 0 R]>>',
  20: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 100 20]/P 4 0 R>>',
  21: '<</Type/Annot/Subtype/Widget/FT/Tx/T(b)/Rect[0 0 100 20]/P 6 0 R>>',
});

describe('the fields of a form', () => {
  it('are filled by an edit, in any script', async () => {
    const file = input(formPdf(['/FT/Tx/T(name)']));
    const result = await editPdf({ file, fileName: '', form: [entry('name', '漢字 Ünï')] }, directPdfWork());
    expect(result.warnings).toEqual([]);
    expect(valuesOf(bytesOf(result.content))).toEqual({ name: '漢字 Ünï' });
  });

  it('are those of the pages of the result', async () => {
    const edit = (form: FormEntry[]) =>
      editPdf({ file: input(twoPages), fileName: '', pages: parsePageRanges('2'), form }, directPdfWork());
    expect(valuesOf(bytesOf((await edit([entry('b', 'x')])).content))).toEqual({ b: 'x' });
    await expect(edit([entry('a', 'x')])).rejects.toMatchObject({
      code: 'invalid-field',
      errors: [
        {
          field: 'form',
          message: "names 'a', which is not a form field of the PDF; its form fields are 'b'",
        },
      ],
    });
  });

  it('are filled in the parts of a split that have them', async () => {
    const split = (form: FormEntry[]) =>
      splitPdf({ file: input(twoPages), fileName: '', mode: 'every', span: 1, form }, directPdfWork());
    const parts = await split([entry('a', 'x'), entry('b', 'y')]);
    expect(parts.map(({ content }) => valuesOf(bytesOf(content)))).toEqual([{ a: 'x' }, { b: 'y' }]);
    await expect(split([entry('c', 'x')])).rejects.toMatchObject({ errors: [{ field: 'form' }] });
  });

  it('have the names that a merge gives them', async () => {
    const files = [0, 1].map((index) => input(formPdf(['/FT/Tx/T(name)']), `files[${index}]`));
    const form = [entry('name', 'first'), entry('name_2', 'second')];
    const { content } = await mergePdf({ files, fileName: '', form }, directPdfWork());
    expect(valuesOf(bytesOf(content))).toEqual({ name: 'first', name_2: 'second' });
  });

  it('are no longer those of an XFA form', async () => {
    const edit = (pdf: Buffer) =>
      editPdf({ file: input(pdf), fileName: '', form: [entry('name', 'x')] }, directPdfWork());
    const form = '/XFA(<xdp/>)';
    const { content, warnings } = await edit(formPdf(['/FT/Tx/T(name)'], { form }));
    expect(warnings).toMatchObject([{ code: 'xfa-dropped' }]);
    expect(valuesOf(bytesOf(content))).toEqual({ name: 'x' });
    await expect(edit(formPdf([], { form }))).rejects.toMatchObject({
      errors: [{ message: "names 'name', which is not a form field of the PDF; the PDF has no form fields" }],
    });
  });

  it('are filled in a signed document, whose signature is no longer valid', async () => {
    const pdf = formPdf(['/FT/Sig/T(sig)/V<</Type/Sig>>', '/FT/Tx/T(name)']);
    const { warnings } = await editPdf(
      { file: input(pdf), fileName: '', form: [entry('name', 'x')] },
      directPdfWork(),
    );
    expect(warnings).toMatchObject([{ code: 'signature-broken' }]);
  });
});
