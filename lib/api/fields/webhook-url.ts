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
          : `must be an absolute https URL of at most ${maxCharacters} characters`,
        ...(url ? { params: { code: 'url-not-allowed' satisfies ErrorCode } } : {}),
      });
      return z.NEVER;
    }),
  'https URL at a public address, called when the job ends with a `job.completed` or `job.failed` event as specified ' +
    'by Standard Webhooks, signed with the webhook secret of the key. Default: none.',
  { format: 'uri', maxLength: maxCharacters, examples: ['https://example.com/hooks/conversions'] },
);
