/**
 * Timeouts and retries of calls to other services. By default, the SDK's clients wait without a limit: a store that
 * accepts connections and does not respond would hold a function until its timeout. All attempts of one call take
 * little more than half of the 28 seconds for a response. `lib/http/endpoint.ts` enforces the 28 seconds regardless of
 * the calls.
 *
 * `requestTimeout` covers the time from the call to the head of its response, including sending the body, and only
 * warns without `throwOnRequestTimeout`. Therefore calls with large bodies have `socketTimeout`, which covers
 * inactivity of the connection in both directions.
 *
 * @see https://github.com/smithy-lang/smithy-typescript/tree/main/packages/node-http-handler
 */

/**
 * Milliseconds. From two seconds on, the SDK checks once more before it gives up, which helps a process that was
 * suspended.
 */
const connectionTimeout = 2_000;

/** DynamoDB and SQS: small bodies, responses within milliseconds. */
export const messageLimits = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout, requestTimeout: 5_000, throwOnRequestTimeout: true },
} as const;

/** S3: bodies of any size, without a time limit while bytes move. */
export const objectLimits = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout, socketTimeout: 5_000 },
} as const;

/** Synchronous function invocations. The caller limits the wait, since only the caller knows how much time is left. */
export const invocationLimits = { maxAttempts: 1, requestHandler: { connectionTimeout } } as const;
