import type { ErrorCode } from '../../base/app-error.ts';

/** What is wrong with the text of a URL: a predicate, and its error code unless that is `invalid-field`. */
export interface UrlFault {
  fault: string;
  code?: ErrorCode;
}

/** Parses an absolute web URL of at most `maxCharacters`. Returns it in normal form. */
export function webUrlOf(text: string, maxCharacters: number): { url: string } | UrlFault {
  const url = text.length <= maxCharacters ? URL.parse(text) : null;
  if (!url) return { fault: `must be an absolute https URL of at most ${maxCharacters} characters` };
  return ['http:', 'https:'].includes(url.protocol)
    ? { url: url.href }
    : { fault: `must begin with https://, not ${url.protocol}`, code: 'url-not-allowed' };
}
