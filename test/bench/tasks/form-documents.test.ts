import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fdfOf, form, pdfcpuJsonOf } from './form-documents.ts';

describe('form', () => {
  it('has a value for each of its fields', async () => {
    const { document, byName } = await form(2);
    const loaded = await PDFDocument.load(await document.save());
    const names = loaded.getForm().getFields();
    expect(loaded.getPageCount()).toBe(2);
    expect(names.map((field) => field.getName()).sort()).toEqual(Object.keys(byName).sort());
    expect(new Set(Object.values(byName)).size).toBe(40);
  });
});

describe('values for other programs', () => {
  const byName = { 'field 1-1': 'Entry 1', 'field 1-2': 'Entry 2' };

  it('are FDF', () => {
    expect(fdfOf(byName)).toContain('/Fields[<</T(field 1-1)/V(Entry 1)>>\n<</T(field 1-2)/V(Entry 2)>>]');
  });

  it("are pdfcpu's JSON", () => {
    expect(JSON.parse(pdfcpuJsonOf(byName))).toEqual({
      forms: [
        {
          textfield: [
            { name: 'field 1-1', value: 'Entry 1' },
            { name: 'field 1-2', value: 'Entry 2' },
          ],
        },
      ],
    });
  });
});
