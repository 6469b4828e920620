import { contract } from '#lib/api/contracts/convert-office.ts';
import { exportOptions } from '#lib/api/options/office.ts';
import { requireFormat } from '#lib/conversions/office/require-format.ts';
import { officeEndpoint } from '../office-endpoint.ts';

export const handler = officeEndpoint(
  contract,
  {
    type: 'convert-office',
    check: (document, options) => requireFormat(document, exportOptions.parse(options).format),
  },
  process.env,
);
