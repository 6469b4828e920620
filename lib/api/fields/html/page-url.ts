import * as z from 'zod';
import type { ErrorCode } from '../../../base/app-error.ts';
import { documented } from '../documented.ts';

const maxCharacters = 8192;

/** `url`: rejects what is not a web address. Whether the address is allowed is checked when its name is resolved. */
export const pageUrlField = documented(
  z.string().transform((text, context) => {
    const url = text.length <= maxCharacters ? URL.parse(text) : null;
    if (url && ['http:', 'https:'].includes(url.protocol)) return url.href;
    context.addIssue({
      code: 'custom',
      message: url
        ? `must begin with http:// or https://, not ${url.protocol}`
        : `must be an absolute http or https URL of at most ${maxCharacters} characters`,
      ...(url ? { params: { code: 'url-not-allowed' satisfies ErrorCode } } : {}),
    });
    return z.NEVER;
  }),
  'An http or https URL of a public address.',
  { format: 'uri', maxLength: maxCharacters, examples: ['https://example.com/'] },
);
