import * as z from 'zod';
import { defineContract } from '../../api/contract.ts';
import { gotenbergTag } from './gotenberg-contract.ts';

const common = {
  method: 'GET',
  tag: gotenbergTag,
  access: 'public',
  servedBy: 'health',
  metered: false,
  noPreflight: true,
  errors: [],
} as const;

const engine = z.object({ status: z.literal('up'), timestamp: z.iso.datetime() });

export const rootContract = defineContract({
  ...common,
  name: 'gotenberg-root',
  path: '/',
  summary: 'Name the service',
  responses: { 200: { description: 'A link to the documentation.', content: { 'text/html': 'bytes' } } },
});

export const healthContract = defineContract({
  ...common,
  name: 'gotenberg-health',
  path: '/health',
  alsoHead: true,
  summary: 'Check that the service is running',
  responses: {
    200: {
      description: 'The service is running.',
      content: {
        'application/json': z.object({
          status: z.literal('up').meta({ description: 'Always `up`.', examples: ['up'] }),
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
  responses: { 200: { description: 'The version.', content: { 'text/plain': 'bytes' } } },
});

export const serviceContracts = [rootContract, healthContract, versionContract] as const;
