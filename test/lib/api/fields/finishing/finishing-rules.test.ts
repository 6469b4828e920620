import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pdfaLevels, undescribedFigures } from '#lib/api/fields/finishing/conformance-fields.ts';
import { finishingRules, officeConformanceRules } from '#lib/api/fields/finishing/finishing-rules.ts';
import { finishingOptions } from '#lib/api/options/finishing.ts';
import { AppError } from '#lib/base/app-error.ts';
import { checkFinishingFiles } from '#lib/conversions/finishing/check-files.ts';
import { finishingFilesAmong } from '#lib/conversions/finishing/finishing-files.ts';
import type { GivenFile } from '#lib/files/input-file.ts';
import { follows } from '../../../../support/form-rules.ts';

const invoice: GivenFile = {
  field: 'facturX[0]',
  fileName: 'invoice.xml',
  size: 1,
  source: { kind: 'inline', bytes: Buffer.from('a') },
};

const values = fc.record(
  {
    facturX: fc.constantFrom([], [invoice]),
    facturXProfile: fc.constant('en16931' as const),
    facturXDocumentType: fc.constant('INVOICE' as const),
    pdfa: fc.constantFrom(...pdfaLevels),
    pdfua: fc.boolean(),
    undescribedFigures: fc.constantFrom(...undescribedFigures),
    protect: fc.constant({ userPassword: 'secret', permissions: [] }),
    tagged: fc.boolean(),
    displayDocumentTitle: fc.boolean(),
  },
  { requiredKeys: [] },
);

it('are the rules that requests are checked by', () => {
  fc.assert(
    fc.property(values, ({ facturX = [], tagged, displayDocumentTitle, ...given }) => {
      const options = { ...finishingOptions.parse(given), tagged, displayDocumentTitle };
      const valid = [...finishingRules, officeConformanceRules].every((rule) =>
        follows({ facturX, tagged, displayDocumentTitle, ...given }, rule),
      );
      expect(isAccepted(finishingFilesAmong({ facturX }), options)).toBe(valid);
    }),
    { numRuns: 2000 },
  );
});

function isAccepted(...request: Parameters<typeof checkFinishingFiles>): boolean {
  try {
    checkFinishingFiles(...request);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
