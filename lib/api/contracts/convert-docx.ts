import { docxFields } from '../fields/office-fields.ts';
import { kindContract } from './office-contract.ts';

export const contract = kindContract(
  'docx',
  'Word documents',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  docxFields,
);
