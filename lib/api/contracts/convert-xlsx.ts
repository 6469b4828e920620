import { xlsxFields } from '../fields/office-fields.ts';
import { kindContract } from './office-contract.ts';

export const contract = kindContract(
  'xlsx',
  'Excel workbooks',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsxFields,
);
