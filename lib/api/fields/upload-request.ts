import * as z from 'zod';
import { safeFileName } from '../../base/file-name.ts';
import { limits } from '../../base/limits.ts';
import { documented } from './documented.ts';
import { fileNameText } from './fields.ts';

const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(\s*;\s*[\w!#$&^.+-]+=[\w!#$&^.+-]+)*$/;

/** A file that a client announces, in JSON. */
export const uploadRequest = z
  .strictObject({
    fileName: documented(fileNameText.transform(safeFileName), 'Name of the file.', {
      maxLength: limits.fileNameCharacters,
      examples: ['report.pdf'],
    }),
    contentType: z
      .string()
      .max(255, { error: 'must have at most 255 characters', abort: true })
      .regex(mediaType, 'must be a media type such as application/pdf')
      .meta({ description: 'Media type with which the file is posted.', examples: ['application/pdf'] }),
    size: z
      .int({ error: 'must be an integer' })
      .min(1, 'must be at least 1')
      .meta({
        description: 'Size of the file in bytes. The form accepts no larger file.',
        examples: [62_914_560],
      }),
  })
  .meta({ id: 'UploadRequest', description: 'The file to upload.' });
