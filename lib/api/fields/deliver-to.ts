import * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { boundedJson } from './bounded-json.ts';
import { documented } from './documented.ts';
import { webUrlOf } from './web-url.ts';

/** One URL for all results of a conversion, or one for each. */
export type DeliverTo = string | string[];

/** Presigned URLs with temporary credentials have about 2,000 characters. */
const maxCharacters = 4096;
/** The URLs of a job are in its record, of which DynamoDB stores 400 KB. */
const maxTextCharacters = 100_000;

const example = 'https://bucket.s3.eu-central-1.amazonaws.com/result.pdf?X-Amz-Signature=…';

/** The field's type. `json` has no value: it gives typed clients the type of the field. */
type DeliverToField = z.ZodPipe<
  z.ZodOptional<z.ZodString>,
  z.ZodTransform<DeliverTo | undefined, string | undefined>
> & { readonly json?: string | readonly string[] };

/** `deliverTo`: rejects what is not a web address. The installation decides which hosts may be called. */
export const deliverToField: DeliverToField = documented(
  z
    .string()
    .optional()
    .transform((text, context): DeliverTo | undefined => {
      if (text === undefined) return undefined;
      const listed = text.trimStart().startsWith('[') ? listOf(text) : [text];
      if ('fault' in listed) {
        context.addIssue({ code: 'custom', message: listed.fault });
        return z.NEVER;
      }
      const parsed = listed.map((url) => webUrlOf(url, maxCharacters));
      for (const { fault: message, code } of parsed.filter((one) => 'fault' in one)) {
        context.addIssue({ code: 'custom', message, ...(code ? { params: { code } } : {}) });
      }
      const urls = parsed.flatMap((one) => ('url' in one ? [one.url] : []));
      return listed[0] === text ? urls[0] : urls;
    }),
  'https URL at a public address, such as a presigned PUT of S3, Google Cloud Storage or Azure, to which the result is ' +
    'also sent. Several results are sent as one ZIP file. To deliver them separately, send a JSON array with one URL ' +
    'for each result, in order. If a delivery fails, the warning `not-delivered` names the host. Default: none.',
  { maxLength: maxTextCharacters, examples: [example] },
);

/** The entries of a JSON array of texts. */
function listOf(text: string): string[] | { fault: string } {
  if (text.length > maxTextCharacters) return { fault: `must have at most ${maxTextCharacters} characters` };
  const json = boundedJson(text, { entries: limits.splitRanges, example: [example] });
  if ('fault' in json) return json;
  const list = z.array(z.string()).min(1).safeParse(json.value);
  return list.success ? list.data : { fault: 'must be a URL or a JSON array of URLs' };
}
