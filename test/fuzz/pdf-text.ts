import type { TextFormat } from '../../lib/api/fields/text-fields.ts';
import { documentText } from '../../lib/api/responses/document-text.ts';
import { readTextTask } from '../../lib/conversions/pdf/text/read-text-task.ts';
import { bytesOf } from '../../lib/files/produced-file.ts';
import { everythingPdf } from '../support/everything-pdf.ts';
import { formPdf } from '../support/form-pdf.ts';
import { rawPdf, rawStream, textPages } from '../support/raw-pdf.ts';
import { fuzz } from './fuzz-loop.ts';
import { PdfSurgeon } from './pdf-surgery.ts';
import { pdfTokens } from './pdf-tokens.ts';

/**
 * Reads the text of PDFs that are randomly mutated in their bytes or objects, in all formats. The JSON must match its
 * schema, and have boxes with finite numbers. Otherwise there must be an `AppError`, within time and memory. See `fuzz`
 * for the options.
 */

const formats: readonly TextFormat[] = ['json', 'text', 'markdown'];

/** Content with tags, rotated, vertical, hidden and right-to-left text. */
const tagged = rawPdf({
  ...textPages('', 'second'),
  1: '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 20 0 R>>',
  5: rawStream(
    '',
    '/P <</MCID 0>> BDC BT /F1 12 Tf 20 150 Td (First line) Tj 0 -14 Td (and more-) Tj 0 -14 Td (over) Tj ET EMC ' +
      '/TD <</MCID 1>> BDC BT /F1 9 Tf 20 60 Td (cell) Tj ET EMC BT 3 Tr /F1 8 Tf 0 1 -1 0 100 20 Tm (turned) Tj ET',
  ),
  20: '<</Type/StructTreeRoot/K 21 0 R/RoleMap<</Mine/H2>>>>',
  21: '<</S/Document/K[22 0 R 23 0 R]>>',
  22: '<</S/Mine/Pg 4 0 R/K 0>>',
  23: '<</S/Table/Pg 4 0 R/K<</S/TR/K<</S/TD/A<</O/Table/ColSpan 2>>/K 1>>>>>>',
});

const surgeon = new PdfSurgeon();
const everything = await everythingPdf(4);

await fuzz({
  name: 'pdf-text',
  extensions: ['.pdf'],
  tokens: pdfTokens,
  change: (bytes, other, random) => surgeon.operate(bytes, other, random),
  seeds: [everything, tagged, tagged, formPdf(['/FT/Tx/T(text)/V(value)/DA(/Win 0 Tf 0 g)'])],
  async attempt(bytes, milliseconds) {
    for (const format of formats) {
      const { content } = await readTextTask({
        kind: 'text',
        input: { field: 'file', fileName: '0.pdf', content: bytes },
        format,
        fileName: '',
        processorMilliseconds: milliseconds,
      });
      const text = Buffer.from(bytesOf(content)).toString();
      // JSON has null for numbers that are not finite, which the schema does not allow.
      if (format === 'json') documentText.parse(JSON.parse(text));
    }
    return 'read';
  },
});
