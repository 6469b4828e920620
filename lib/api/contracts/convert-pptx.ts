import { pptxFields } from '../fields/office-fields.ts';
import { kindContract } from './office-contract.ts';

export const contract = kindContract(
  'pptx',
  'PowerPoint presentations',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pptxFields,
);
