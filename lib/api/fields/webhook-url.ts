import * as z from 'zod';
import { type ErrorCode } from '../../base/app-error.ts';
import { documented } from './documented.ts';

const maxCharacters = 2048;

/** `webhookUrl`: rejects what is not a web address. The installation decides which hosts may be called. */
export const webhookUrlField = documented(
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return undefined;
      const url = text.length <= maxCharacters ? URL.parse(text) : null;
      if (url && ['http:', 'https:'].includes(url.protocol)) return url.href;
      context.addIssue({
        code: 'custom',
        message: url
          ? `must begin with https://, not ${url.protocol}`
          : `must be a whole https URL of at most ${maxCharacters} characters`,
        ...(url ? { params: { code: 'url-not-allowed' satisfies ErrorCode } } : {}),
      });
      return z.NEVER;
    }),
  'An https URL of a public address that is called when the job ends, as Standard Webhooks says: `job.completed` ' +
    'or `job.failed`, signed with the secret of the key. None when absent.',
  { format: 'uri', maxLength: maxCharacters, examples: ['https://example.com/hooks/conversions'] },
);
