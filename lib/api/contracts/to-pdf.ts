import { finishingFields, finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { toPdfFields } from '../fields/office-fields.ts';
import { officeContentTypes, officeFormatNames, officeToPdfContract } from './office-contract.ts';

export const contract = officeToPdfContract({
  name: 'to-pdf',
  path: '/api/convert/to-pdf',
  documents: 'any office document',
  description: `Converts documents of all office formats: ${officeFormatNames}. The format is recognized by the content; only the extension of the file name tells tables from other text. Options apply to the formats that have them. `,
  files: {
    files: {
      description: 'One document: a file part, an upload id, a file id or an https URL.',
      contentTypes: officeContentTypes,
      many: { min: 1, max: 1 },
    },
    ...finishingFiles,
  },
  fields: { ...toPdfFields, ...finishingFields },
  jobType: 'to-pdf',
  fileName: 'report.odt',
});
