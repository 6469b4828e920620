import * as z from 'zod';
import { defineContract } from '../../api/contract.ts';
import { gotenbergTag, traceHeaders } from './gotenberg-contract.ts';

const common = {
  method: 'GET',
  tag: gotenbergTag,
  access: 'public',
  servedBy: 'health',
  metered: false,
  noPreflight: true,
  responseHeaders: traceHeaders,
  textErrors: {},
  errors: [],
} as const;

const notCached = {
  'Cache-Control': { description: 'Tells caches not to store the response.', example: 'no-store' },
} as const;

const status = z.literal('up').meta({ description: 'Always `up`.', examples: ['up'] });

const engine = z.object({
  status,
  timestamp: z.iso
    .datetime()
    .meta({ description: 'Time of the response.', examples: ['2026-11-23T10:00:00.000Z'] }),
});

export const rootContract = defineContract({
  ...common,
  name: 'gotenberg-root',
  path: '/',
  summary: 'Name the service',
  description: 'Returns a page with a link to the documentation. Needs no key.',
  responses: { 200: { description: 'A link to the documentation.', content: { 'text/html': 'bytes' } } },
});

export const healthContract = defineContract({
  ...common,
  name: 'gotenberg-health',
  path: '/health',
  alsoHead: true,
  summary: 'Check that the service is running',
  description: 'Returns 200 while the service is running. Needs no key.',
  responses: {
    200: {
      description: 'The service is running.',
      headers: notCached,
      content: {
        'application/json': z.object({
          status,
          details: z.record(z.string(), engine).meta({ description: 'By engine.' }),
        }),
      },
      example: {
        status: 'up',
        details: { chromium: { status: 'up', timestamp: '2026-11-23T10:00:00.000Z' } },
      },
    },
  },
});

export const versionContract = defineContract({
  ...common,
  name: 'gotenberg-version',
  path: '/version',
  summary: 'Return the version of the service',
  description: 'Returns the version of this service, not of Gotenberg. Needs no key.',
  responses: {
    200: { description: 'The version.', headers: notCached, content: { 'text/plain': 'bytes' } },
  },
});

export const serviceContracts = [rootContract, healthContract, versionContract] as const;
