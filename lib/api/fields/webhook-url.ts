import * as z from 'zod';
import { documented } from './documented.ts';
import { webUrlOf } from './web-url.ts';

const maxCharacters = 2048;

/** `webhookUrl`: rejects what is not a web address. The installation decides which hosts may be called. */
export const webhookUrlField = documented(
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return undefined;
      const parsed = webUrlOf(text, maxCharacters);
      if ('url' in parsed) return parsed.url;
      const { fault: message, code } = parsed;
      context.addIssue({ code: 'custom', message, ...(code ? { params: { code } } : {}) });
      return z.NEVER;
    }),
  'https URL at a public address, called when the job finishes, with a `job.completed` or `job.failed` event as specified ' +
    'by Standard Webhooks, signed with the webhook secret of the key. Default: none.',
  { format: 'uri', maxLength: maxCharacters, examples: ['https://example.com/hooks/conversions'] },
);
