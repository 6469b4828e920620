import { officeContract } from '#lib/jobs/office-contract.ts';

export const contract = officeContract(
  'docx',
  'Word documents',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  {},
);
