import { booleanField } from '#lib/http/fields.ts';
import { officeContract } from '#lib/jobs/office-contract.ts';
import { commentsField } from '#lib/jobs/office-fields.ts';

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
