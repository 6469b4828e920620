import { finishingFields, finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { toPdfFields } from '../fields/office-fields.ts';
import { officeContract } from './office-contract.ts';

export const contract = officeContract({
  name: 'to-pdf',
  path: '/api/convert/to-pdf',
  documents: 'any office document',
  description:
    'Converts documents of all office formats: DOCX, XLSX, PPTX and their macro and template forms; XLSB; DOC, XLS, PPT; ODT, ODS, ODP, ODG, their templates and flat XML forms; RTF, TXT, CSV and TSV. The format is recognized by the content; ' +
    'only the extension of the file name tells tables from other text. Options apply to the formats that have them. ',
  files: {
    files: {
      description: 'One document: a file part, an upload id, a file id or an https URL.',
      contentTypes: [
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/vnd.openxmlformats-officedocument.presentationml.presentation',
        'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
        'application/msword',
        'application/vnd.ms-excel',
        'application/vnd.ms-powerpoint',
        'application/vnd.oasis.opendocument.text',
        'application/vnd.oasis.opendocument.spreadsheet',
        'application/vnd.oasis.opendocument.presentation',
        'application/vnd.oasis.opendocument.graphics',
        'application/rtf',
        'text/plain',
        'text/csv',
        'text/tab-separated-values',
      ],
      many: { min: 1, max: 1 },
    },
    ...finishingFiles,
  },
  fields: { ...toPdfFields, ...finishingFields },
  jobType: 'to-pdf',
  fileName: 'report.odt',
});
