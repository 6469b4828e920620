import { officeContract } from './office-contract.ts';
import { commentsField, paperField, trackedChangesField } from '../fields/office-fields.ts';

export const contract = officeContract(
  'docx',
  'Word documents',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  {
    comments: commentsField('beside the text, on pages that are scaled down for them'),
    trackedChanges: trackedChangesField,
    pageSize: paperField('sections'),
  },
);
