import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { cached, notModified } from '../responses/cached-responses.ts';

/** The page for people: a console to try conversions with, and the reference. */
export const pageContract = defineContract({
  name: 'docs-page',
  servedBy: 'docs',
  method: 'GET',
  path: '/docs',
  tag: 'Service',
  summary: 'This reference in a browser',
  description: 'A page on which every call can be tried, and a console for people above it.',
  access: 'public',
  metered: false,
  responses: {
    200: { description: 'The page.', content: { 'text/html': 'bytes' }, headers: cached },
    304: { ...notModified, headers: cached },
    308: {
      description: 'The address ended in a slash; the page is at `Location`.',
      headers: { Location: { description: 'The page.', example: '../docs' } },
    },
  },
  errors: [],
});

/** What the page consists of; names hold a hash of the content. */
export const assetContract = defineContract({
  name: 'docs-asset',
  servedBy: 'docs',
  method: 'GET',
  path: '/docs/{asset}',
  tag: 'Service',
  summary: 'A part of the page',
  access: 'public',
  metered: false,
  // With a hash of their content: what has none, as the page itself, is not to be had here.
  pathParameters: z.object({ asset: z.string().regex(/-[0-9A-Z]{8}\.\w+$/) }),
  responses: { 200: { description: 'The part.' }, 304: notModified },
  errors: ['not-found'],
});
