import { booleanField } from '../fields/fields.ts';
import { officeContract } from './office-contract.ts';
import { commentsField } from '../fields/office-fields.ts';

export const contract = officeContract(
  'pptx',
  'PowerPoint presentations',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  {
    comments: commentsField('on the slides, as annotations of the PDF'),
    exportNotes: booleanField(false, 'Whether pages with the notes follow the slides.'),
    exportHiddenSlides: booleanField(false, 'Whether hidden slides are in the PDF.'),
  },
);
