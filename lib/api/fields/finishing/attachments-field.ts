import * as z from 'zod';
import { limits } from '../../../base/limits.ts';
import type { FileField } from '../../contract.ts';
import { jsonField } from '../json-field.ts';
import { unknownMembers } from '../unknown-members.ts';
import { plainText } from './plain-text.ts';
import { relationships } from './relationships.ts';

/** `attachments`: files that become attachments of the PDF. */
export const attachmentsFile = {
  description: `Up to ${limits.attachments} files of any type to attach to the PDF, in addition to its existing attachments. Each is a file part with a file name, an upload id, a file id or an https URL.`,
  contentTypes: ['*/*'],
  many: { min: 0, max: limits.attachments },
} as const satisfies FileField;

const maxDescription = 1000;

const attachment = z.strictObject(
  {
    mimeType: z
      .string('must be a string')
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,63}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,63}$/,
        'must be a media type, such as text/xml',
      )
      .optional()
      .meta({ description: 'Media type. Default: `application/octet-stream`.', examples: ['text/xml'] }),
    relationship: z
      .enum(relationships, { error: `must be one of ${relationships.join(', ')}` })
      .optional()
      .meta({
        description: 'How the file relates to the document. Default: `Unspecified`.',
        examples: ['Data'],
      }),
    description: plainText(maxDescription)
      .optional()
      .meta({ description: 'Description that viewers show.', examples: ['Figures of the report'] }),
  },
  unknownMembers,
);

/** `attachmentsMetadata`: what a PDF says about its attachments. */
export const attachmentsMetadataField = jsonField(
  z.record(z.string(), attachment, { error: 'must be an object that maps file names to objects' }),
  'JSON object with an entry for the file name of an attachment: `mimeType`, `relationship` and `description`.',
  {
    entries: limits.attachments,
    example: { 'data.xml': { mimeType: 'text/xml', relationship: 'Data', description: 'Figures' } },
  },
);
