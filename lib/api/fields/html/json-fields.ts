import * as z from 'zod';
import { unknownMembers } from '../unknown-members.ts';
import { jsonValueField } from './json-value-field.ts';

const maxHeaders = 50;
const maxCookies = 100;

/** Headers that the browser itself sets for a request and its connection, and headers for the egress proxy. */
const ownHeaders =
  /^(?:host|connection|content-length|content-encoding|cookie2?|date|dnt|expect|keep-alive|origin|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

const headerValue = z
  .string({ error: 'must be a string' })
  .max(8192, 'must have at most 8192 characters')
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be printable Latin-1 text without line breaks');

/** `extraHttpHeaders`: a JSON object of header names and values. */
export const headersField = jsonValueField(
  z
    .record(z.string(), headerValue, { error: 'must be an object of header names and values' })
    .superRefine((headers, context) => {
      const names = Object.keys(headers);
      const reject = (message: string, path: string[]) => context.addIssue({ code: 'custom', message, path });
      for (const name of names) {
        if (!headerName.test(name)) reject('must be a header name', [name]);
        else if (ownHeaders.test(name)) reject('must not be a header that the browser sets', [name]);
      }
    }),
  'JSON object of headers for requests to the origin of the page. To set cookies and the user agent, use `cookies` and `userAgent`.',
  { entries: maxHeaders, example: { 'X-Name': 'value' } },
);

const cookie = z.strictObject(
  {
    name: z
      .string()
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/, 'must be a cookie name')
      .meta({ description: 'Name of the cookie.', examples: ['session'] }),
    value: z
      .string()
      .regex(/^[\x20-\x3a\x3c-\x7e]{0,4096}$/, 'must be printable ASCII without semicolons')
      .meta({ description: 'Value of the cookie.', examples: ['abc'] }),
    domain: z
      .string()
      .regex(/^\.?[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*$/, 'must be a host name')
      .max(253)
      .optional()
      .meta({
        description: 'Host that receives the cookie. Default: the host of the page.',
        examples: ['example.com'],
      }),
    path: z
      .string()
      .regex(/^\/[\x20-\x3a\x3c-\x7e]{0,1023}$/, 'must begin with a slash')
      .optional()
      .meta({
        description: 'Prefix of the paths that receive the cookie. Default: all paths.',
        examples: ['/'],
      }),
    secure: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the cookie is sent only over https. Default: false.', examples: [true] }),
    httpOnly: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the cookie is hidden from scripts. Default: false.', examples: [true] }),
    sameSite: z
      .enum(['Strict', 'Lax', 'None'], { error: 'must be Strict, Lax or None' })
      .optional()
      .meta({
        description: "Whether cross-site requests send the cookie. Default: the browser's.",
        examples: ['Lax'],
      }),
    expires: z
      .number()
      .positive('must be a positive number of seconds since the Unix epoch')
      .optional()
      .meta({
        description: 'Expiration time, in seconds since the Unix epoch. Default: the end of the rendering.',
        examples: [1_795_341_660],
      }),
  },
  unknownMembers,
);

/** `cookies`: a JSON array. */
export const cookiesField = jsonValueField(
  z.array(cookie, { error: 'must be an array of cookies' }),
  'JSON array of cookies to set before the page is loaded. Each has `name`, `value`, and optionally `domain` (default: ' +
    'the host of the page), `path`, `secure`, `httpOnly`, `sameSite` and `expires` (seconds since the Unix epoch).',
  { entries: maxCookies, example: [{ name: 'session', value: 'abc' }] },
);
