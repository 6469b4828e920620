import { docxFields } from '../fields/office-fields.ts';
import { officeContract } from './office-contract.ts';

export const contract = officeContract(
  'docx',
  'Word documents',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  docxFields,
);
