import { xlsxFields } from '../fields/office-fields.ts';
import { officeContract } from './office-contract.ts';

export const contract = officeContract(
  'xlsx',
  'Excel workbooks',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsxFields,
);
