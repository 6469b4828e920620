import * as z from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import type { OutgoingCalls } from './openapi.ts';
import { failedJobExample, jobResponseExample } from '../responses/job-response.ts';
import { eventTypes, type WebhookEvent } from '../responses/webhook-event.ts';

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'The same at every attempt: what came twice is the same event.',
    examples: ['msg_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this attempt was made, seconds since the epoch. Refuse what is old.',
    examples: ['1795255200'],
  }),
  'webhook-signature': z.string().meta({
    description: 'HMAC-SHA256 over `id.timestamp.body` with the secret of the key, in base64 after `v1,`.',
    examples: ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
  }),
  traceparent: z
    .string()
    .optional()
    .meta({
      description: 'The trace of the request that made the job (W3C Trace Context).',
      examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    }),
});

/** The request that a client with a `webhookUrl` receives. */
export const webhookCalls: OutgoingCalls = {
  // As JSON Schema, since Zod schemas in request bodies would be written a second time, as input schemas.
  schemas: {
    WebhookEvent: {
      type: 'object',
      description: 'What a webhook says.',
      properties: {
        type: {
          type: 'string',
          enum: [...eventTypes],
          description: 'What has happened.',
          examples: ['job.completed'],
        },
        timestamp: {
          type: 'string',
          format: 'date-time',
          description: 'When the job ended.',
          examples: ['2026-11-21T10:00:00.230Z'],
        },
        data: {
          $ref: '#/components/schemas/JobResponse',
          description: 'The job; the URL of its result is signed for this attempt.',
        },
      },
      required: ['type', 'timestamp', 'data'],
      additionalProperties: false,
    },
  },
  webhooks: {
    'job.completed': callOf('A job has completed', {
      ...jobResponseExample,
      webhook: { attempts: 1, lastStatus: null, deliveredAt: null },
    }),
    'job.failed': callOf('A job has failed', {
      ...failedJobExample,
      webhook: { attempts: 1, lastStatus: null, deliveredAt: null },
    }),
  },
};

function callOf(summary: string, data: WebhookEvent['data']): ZodOpenApiPathItemObject {
  const type = data.status === 'completed' ? 'job.completed' : 'job.failed';
  const example: WebhookEvent = { type, timestamp: data.finishedAt ?? data.createdAt, data };
  return {
    post: {
      operationId: type,
      tags: ['Jobs'],
      summary,
      description:
        'Sent to the `webhookUrl` of the job, signed as Standard Webhooks (standardwebhooks.com) says; its libraries ' +
        'verify it. Comes at least once, and again after growing pauses for more than a day until it is answered with ' +
        '2xx. Redirects are not followed.',
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' }, example } },
      },
      responses: {
        '2XX': { description: 'It arrived. Answer within 15 seconds.' },
        '410': { description: 'Do not send it again.' },
        default: { description: 'It is sent again.' },
      },
    },
  };
}
