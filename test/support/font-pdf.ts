import { textIn } from '#lib/engines/pdf/finishing/overlays/text-forms.ts';
import { SubstituteFonts } from '#lib/engines/pdf/conformance/fonts/substitutes/substitute-fonts.ts';
import { conform } from '#lib/engines/pdf/conformance/conform.ts';
import type { ConformanceTarget } from '#lib/engines/pdf/conformance/target.ts';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import { arrayAt, asDict, dictAt, numberAt } from '#lib/engines/pdf/assembly/lookup.ts';
import { keys } from '#lib/engines/pdf/keys.ts';
import { type PDFDict, PDFNumber, PDFRawStream } from '#lib/engines/pdf/objects.ts';
import { decodeStream, filtersOf } from '#lib/engines/pdf/filters/decode-stream.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { WorkBudget } from '#lib/engines/pdf/work-budget.ts';
import { fontsConf } from './renderer.ts';
import { rawPdf, type RawObjects, rawStream } from './raw-pdf.ts';
import { layerFonts } from './text-pages.ts';

let substitutes: SubstituteFonts | undefined;

/** The fonts of the layer, opened once. */
const text = textIn(layerFonts, () => (substitutes ??= new SubstituteFonts(fontsConf)));

/** A document with one page whose font F1 is object 6. */
export const fontPdf = (font: string, content: string, others: RawObjects = {}): Buffer =>
  rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F1 6 0 R>>>>/Contents 4 0 R>>',
    4: rawStream('', content),
    6: font,
    ...others,
  });

/** A document that was made to conform, and its font F1. */
export function conformed(pdf: Buffer, target: ConformanceTarget = { pdfa: '2u', pdfua: false }) {
  const source = openPdf(pdf);
  const { chunks, finishingWarnings } = assemble([{ source, pages: [0] }], {
    finishing: { text, conformance: { ...target, conform } },
  });
  const result = openPdf(Buffer.concat(chunks));
  const page = result.pages[0]?.dict ?? result.catalog;
  const font = fontOf(page);
  return { bytes: Buffer.concat(chunks), page, font, warnings: finishingWarnings };
}

function fontOf(page: PDFDict): PDFDict {
  const resources = dictAt(page, keys.Resources);
  const fonts = resources && dictAt(resources, keys.Font);
  const [font] = fonts?.values() ?? [];
  const dict = font && asDict(page.context.lookup(font));
  if (!dict) throw new Error('the page has no font');
  return dict;
}

/** The data of a stream in an entry. */
export function streamAt(dict: PDFDict, key: keyof typeof keys): Buffer {
  const stream = dict.lookup(keys[key]);
  if (!(stream instanceof PDFRawStream)) throw new Error(`${key} is not a stream`);
  const decoded = decodeStream(stream.contents, filtersOf(stream.dict) ?? [], new WorkBudget().contents);
  return Buffer.from(decoded?.bytes ?? []);
}

/** The descriptor of a font. */
export function descriptorOf(font: PDFDict): PDFDict {
  const descriptor = dictAt(font, keys.FontDescriptor);
  if (!descriptor) throw new Error('the font has no descriptor');
  return descriptor;
}

/** The width of a code of a simple font. */
export function widthOf(font: PDFDict, code: number): number | undefined {
  const width = arrayAt(font, keys.Widths)?.lookup(code - (numberAt(font, keys.FirstChar) ?? 0));
  return width instanceof PDFNumber ? width.asNumber() : undefined;
}
