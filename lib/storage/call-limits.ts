/**
 * How long a call to another service may take, and how often it is sent. The SDK's own clients wait without end, so that a
 * store that takes connections and says nothing would hold a function until its time is up. All attempts of one call
 * take little more than half of the 28 seconds of an answer, which is kept by `lib/http/endpoint.ts` whatever calls take.
 *
 * `requestTimeout` counts from the call to the head of its answer, the sending of its body included, and only warns
 * without `throwOnRequestTimeout`; so calls with large bodies have `socketTimeout`, which counts silence on the
 * connection in both directions.
 *
 * @see https://github.com/smithy-lang/smithy-typescript/tree/main/packages/node-http-handler
 */

/** Milliseconds. From two seconds on the SDK looks again before it gives up, which spares a process that was held up. */
const connectionTimeout = 2_000;

/** DynamoDB and SQS: small bodies, answers within milliseconds. */
export const messageLimits = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout, requestTimeout: 5_000, throwOnRequestTimeout: true },
} as const;

/** S3: bodies of any size, which may take as long as they move. */
export const objectLimits = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout, socketTimeout: 5_000 },
} as const;

/** Functions that are waited for; whoever calls one bounds the wait, since only it knows what is left of its time. */
export const invocationLimits = { maxAttempts: 1, requestHandler: { connectionTimeout } } as const;
