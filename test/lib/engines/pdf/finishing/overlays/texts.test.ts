import { describe, expect, it } from 'vitest';
import type { TextSetting } from '#lib/engines/pdf/finishing/finishing.ts';
import { registerForm } from '#lib/engines/pdf/finishing/overlays/form-xobject.ts';
import { PDFDict, type PDFContext, type PDFRef } from '#lib/engines/pdf/objects.ts';
import { stamped, stampOf } from '../../../../../support/overlays.ts';
import { pageTexts } from '../../../../../support/pdf.ts';
import { rawPdf, textPages } from '../../../../../support/raw-pdf.ts';

/** Draws texts in Helvetica, and has no glyph for `missing`. Counts what it is asked for. */
function plainText(missing = ''): TextSetting & { drawn: string[]; embeddings: number } {
  const setting = {
    drawn: [] as string[],
    embeddings: 0,
    drawingIn: (context: PDFContext) => ({
      form: (text: string, { fontSize }: { fontSize: number }) => {
        setting.drawn.push(text);
        const font = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' });
        const resources = context.obj({ Font: { F: font } });
        if (!(resources instanceof PDFDict)) throw new Error('it is a dictionary');
        const size = { width: text.length * fontSize, height: fontSize };
        return registerForm(context, size, { content: `BT /F ${fontSize} Tf (${text}) Tj ET`, resources });
      },
      measure: (text: string) => ({ width: text.length, ascent: 1, descent: 0, capHeight: 0.7 }),
      line: () => ({ operators: '', fonts: new Map<string, PDFRef>() }),
      embedFonts: () => {
        setting.embeddings += 1;
        return { missing };
      },
    }),
  };
  return setting;
}

const textOf = (text: string) => ({ kind: 'text', text, fontSize: 12, color: '#000000' }) as const;
const pdf = rawPdf(textPages('a', 'b', 'c'));

describe('a text', () => {
  it('has the number of its page, and how many pages there are', async () => {
    const text = plainText();
    const content = textOf('{page} of {pages}');
    const { bytes } = stamped(pdf, [stampOf({ content, pages: [{ first: 2, last: 3 }] })], { text });
    expect(await pageTexts(bytes)).toEqual(['a', 'b2 of 3', 'c3 of 3']);
    expect(text.embeddings).toBe(1);
  });

  it('has the values of its names, and keeps other names', async () => {
    const content = { ...textOf('{name}{x}{page}'), values: { name: '{page}' } };
    const { bytes } = stamped(pdf, [stampOf({ content, pages: [{ first: 1, last: 1 }] })], {
      text: plainText(),
    });
    expect((await pageTexts(bytes))[0]).toBe('a{page}{x}1');
  });

  it('has lines below each other, aligned, and drawn once for pages that show the same', () => {
    const text = plainText();
    const lines = { separator: '|', align: 'right' } as const;
    const content = { ...textOf('abc||d'), lines };
    const { bytes } = stamped(pdf, [stampOf({ content, position: 'top-left' })], { text });
    expect(text.drawn).toEqual(['abc', ' ', 'd']);
    const written = bytes.toString('latin1');
    expect(written.match(/q 1 0 0 1 .*/g)).toEqual([
      'q 1 0 0 1 0 24 cm /L0 Do Q',
      'q 1 0 0 1 24 12 cm /L1 Do Q',
      'q 1 0 0 1 24 0 cm /L2 Do Q',
    ]);
  });

  it('whose characters no font has causes a warning', () => {
    const { finishingWarnings } = stamped(pdf, [stampOf({ content: textOf('x') })], { text: plainText('Ꭳ') });
    expect(finishingWarnings).toMatchObject([{ code: 'glyphs-missing', characters: 'Ꭳ' }]);
  });

  it('needs no fonts where there is none', () => {
    const text = plainText();
    expect(stamped(pdf, [stampOf()], { text }).finishingWarnings).toEqual([]);
    expect(text.drawn).toEqual([]);
  });

  it('without an extent draws nothing', async () => {
    const { bytes } = stamped(pdf, [stampOf({ content: textOf(''), tile: true })], { text: plainText() });
    expect(await pageTexts(bytes)).toEqual(['a', 'b', 'c']);
    expect(bytes.includes('/Pattern')).toBe(false);
  });
});
