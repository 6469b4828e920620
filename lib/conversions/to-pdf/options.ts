import type { contract } from '../../api/contracts/to-pdf.ts';
import { fit } from '../../api/fields/picture-page-fields.ts';
import { paperDefaults } from '../../api/fields/html/defaults.ts';
import { paperSizes } from '../../api/fields/lengths.ts';
import { officeOptions } from '../../api/options/office.ts';
import type { ToPdfOptions } from '../../api/options/to-pdf.ts';
import type * as z from 'zod';
import { finishingAmong } from '../finishing/apply-finishing.ts';
import { renderOptions } from '../html/options.ts';

export type ToPdfRequestFields = z.output<typeof contract.body.fields>;

/**
 * Returns the options of a request for each kind of file.
 *
 * @throws AppError `invalid-field` when the margins leave nothing of the paper
 */
export function toPdfOptionsOf(fields: ToPdfRequestFields): ToPdfOptions {
  const { pageSize, merge, outline, javascript, pageRanges } = fields;
  const { marginTop, marginRight, marginBottom, marginLeft } = fields;
  const isPaper = pageSize !== undefined && pageSize !== fit;
  const paper = isPaper ? paperSizes[pageSize] : undefined;
  return {
    ...finishingAmong(fields),
    merge,
    outline,
    office: officeOptions.parse({
      ...fields,
      landscape: fields.landscape ?? false,
      pageSize: isPaper ? pageSize : paperDefaults.pageSize,
    }),
    rendering: renderOptions({
      ...fields,
      format: 'pdf',
      pageSize: paper,
      pageRanges,
      quality: undefined,
      outline: undefined,
    }),
    javascript,
    pictures: { pageSize, marginTop, marginRight, marginBottom, marginLeft },
  };
}
