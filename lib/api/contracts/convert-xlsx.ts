import { booleanField } from '../fields/fields.ts';
import { officeContract } from './office-contract.ts';
import { commentsField, paperField } from '../fields/office-fields.ts';

export const contract = officeContract(
  'xlsx',
  'Excel workbooks',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  {
    comments: commentsField('at their cells, as annotations of the PDF'),
    pageSize: paperField('sheets'),
    singlePageSheets: booleanField(false, 'Whether each sheet becomes one page, as large as it needs to be.'),
    landscape: booleanField(false, 'Whether all sheets are printed in landscape.'),
  },
);
