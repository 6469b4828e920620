import { pptxFields } from '../fields/office-fields.ts';
import { officeContract } from './office-contract.ts';

export const contract = officeContract(
  'pptx',
  'PowerPoint presentations',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pptxFields,
);
