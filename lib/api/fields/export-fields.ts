import * as z from 'zod';
import { documented } from './documented.ts';
import { fileNameField } from './fields.ts';
import { jobFields } from './job-fields.ts';
import { officePassword, plainTextFields } from './office-fields.ts';
import { outputFormatNames, outputFormats } from './output-formats.ts';

const listed = (kind: keyof typeof outputFormats): string =>
  outputFormats[kind].map((name) => `\`${name}\``).join(', ');

const format = documented(
  z.enum(outputFormatNames, { error: `must be one of ${outputFormatNames.join(', ')}` }),
  `Format of the result. Text documents: ${listed('docx')}. Spreadsheets: ${listed('xlsx')}. Presentations: ` +
    `${listed('pptx')}. Drawings: \`png\`. \`png\` is an image of the first page.`,
  { enum: outputFormatNames, examples: ['odt'] },
);

/** The options of conversions to other formats than PDF. */
export const exportFields = { format, ...plainTextFields };

/** The fields of conversions to other formats than PDF, in the order of the description. */
export const exportRequestFields = {
  ...exportFields,
  password: officePassword,
  ...jobFields,
  fileName: fileNameField(
    "File name of the result, whose extension is that of its format. Default: the input's name.",
  ),
};
