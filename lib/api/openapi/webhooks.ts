import * as z from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import type { OutgoingCalls } from './openapi.ts';
import { failedJobExample, jobResponseExample } from '../responses/job-response.ts';
import { eventTypes, type WebhookEvent } from '../responses/webhook-event.ts';

const headers = z.object({
  'webhook-id': z.string().meta({
    description:
      'Id of the event. All delivery attempts have the same id, so that you can ignore duplicates.',
    examples: ['msg_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
  }),
  'webhook-timestamp': z.string().meta({
    description: 'Time of this attempt, in seconds since the Unix epoch. Reject old timestamps.',
    examples: ['1795255200'],
  }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` with the webhook secret of the key.',
    examples: ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
  }),
  traceparent: z
    .string()
    .optional()
    .meta({
      description: 'Trace of the request that created the job (W3C Trace Context).',
      examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    }),
});

/** The request that a client with a `webhookUrl` receives. */
export const webhookCalls: OutgoingCalls = {
  // As JSON Schema, since Zod schemas in request bodies would be written a second time, as input schemas.
  schemas: {
    WebhookEvent: {
      type: 'object',
      description: 'The body of a webhook request.',
      properties: {
        type: {
          type: 'string',
          enum: [...eventTypes],
          description: 'Type of the event.',
          examples: ['job.completed'],
        },
        timestamp: {
          type: 'string',
          format: 'date-time',
          description: 'Time at which the job finished.',
          examples: ['2026-11-21T10:00:00.230Z'],
        },
        data: {
          $ref: '#/components/schemas/JobResponse',
          description: 'The job. The URL of its result is presigned for this attempt.',
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
        'Sent to the `webhookUrl` of the job and signed as Standard Webhooks (standardwebhooks.com) specifies; its ' +
        'libraries verify the signature. Delivered at least once: until the receiver returns 2xx, the request is retried ' +
        'for more than a day with increasing delays. Redirects are not followed.',
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' }, example } },
      },
      responses: {
        '2XX': { description: 'The event was received. Respond within 15 seconds.' },
        '410': { description: 'The event is not sent again.' },
        default: { description: 'The event is sent again.' },
      },
    },
  };
}
