import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { cached, notModified } from '../responses/cached-responses.ts';

/** The web page: a console to try conversions, and the reference. */
export const pageContract = defineContract({
  name: 'docs-page',
  servedBy: 'docs',
  method: 'GET',
  path: '/docs',
  tag: 'Service',
  summary: 'Open the documentation page',
  description:
    'Returns a web page with a console for conversions, and a reference in which you can try every operation.',
  access: 'public',
  metered: false,
  responses: {
    200: { description: 'The page.', content: { 'text/html': 'bytes' }, headers: cached },
    304: { ...notModified, headers: cached },
    308: {
      description: 'The URL ends with a slash. The page is at `Location`.',
      headers: { Location: { description: 'URL of the page.', example: '../docs' } },
    },
  },
  errors: [],
});

/** `guides/errors`, with or without a trailing slash, or `main-0A1B2C3D.js`. */
const docsFile = /^(errors|guides(\/[\w-]+)?)\/?$|^[^/]+-[0-9A-Z]{8}\.\w+$/;

/** The guides, and the files of the pages. The names of these files contain a hash of the content. */
export const docsFileContract = defineContract({
  name: 'docs-file',
  servedBy: 'docs',
  method: 'GET',
  path: '/docs/{file+}',
  tag: 'Service',
  summary: 'Get a guide, or a file of the pages',
  access: 'public',
  metered: false,
  pathParameters: z.object({ file: z.string().regex(docsFile) }),
  responses: {
    200: { description: 'The guide or file.' },
    304: notModified,
    308: { description: 'The guide is at `Location`.' },
  },
  errors: ['not-found'],
});
