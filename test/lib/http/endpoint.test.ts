import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { json } from '#lib/http/answer.ts';
import { defineContract } from '#lib/http/contract.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';

const contract = defineContract({
  name: 'time-left',
  method: 'GET',
  path: '/api/time-left',
  tag: 'Test',
  summary: 'Says when the answer is due',
  access: 'public',
  metered: false,
  responses: {
    200: { description: 'The time', content: { 'application/json': z.object({ due: z.number() }) } },
  },
  errors: [],
});

const handler = httpEndpoint(contract, { logger: new Logger({ logLevel: 'SILENT' }) }, ({ deadline }) =>
  Promise.resolve(json(200, { due: deadline })),
);

/** How many milliseconds a request has that was received so long ago, by a function with so much time left. */
async function due(receivedAgo: number | undefined, left: number): Promise<number> {
  const now = Date.now();
  const requestTimeEpoch = receivedAgo === undefined ? undefined : now - receivedAgo;
  const { body } = await handler(
    {
      resource: contract.path,
      path: contract.path,
      headers: {},
      requestContext: { requestId: 'request', requestTimeEpoch },
    } as unknown as APIGatewayProxyEvent,
    { getRemainingTimeInMillis: () => left } as Context,
  );
  return (JSON.parse(body) as { due: number }).due - now;
}

describe('the deadline of a request', () => {
  it.each<[string, number | undefined, number, number]>([
    ["28 seconds from the gateway's receipt", 5_000, 60_000, 23_000],
    ["a second before the end of the function's time", 5_000, 10_000, 9_000],
    ['from now, where the gateway tells no time', undefined, 60_000, 28_000],
    ['from now, where the gateway would have given up long ago', 3_600_000, 60_000, 28_000],
  ])('is %s', async (_, receivedAgo, left, expected) => {
    const milliseconds = await due(receivedAgo, left);
    expect(milliseconds).toBeGreaterThanOrEqual(expected);
    expect(milliseconds).toBeLessThan(expected + 2_000);
  });
});
