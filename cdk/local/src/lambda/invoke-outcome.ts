import type { ResponseStream } from './response-stream.ts';

/** The function failed. Names and messages are Lambda's. */
export interface FunctionError {
  kind: 'error';
  errorType: string;
  errorMessage: string;
}

/**
 * How one synchronous invocation ended.
 *
 * - `response`: the handler's result, as the JSON text that the runtime posted, or the bytes of a streamed response.
 * - `error`: the function failed; names and messages are Lambda's, for instance `Runtime.ExitError`,
 *   `Sandbox.Timedout`, `Function.ResponseSizeTooLarge`, or the name of the error that the handler threw.
 * - `throttled`: all environments are busy (`TooManyRequestsException` of the Invoke API).
 * - `too-large`: the event is over 6,291,456 bytes and was not delivered (`RequestTooLargeException`).
 */
export type InvokeOutcome =
  { kind: 'response'; payload: string | Buffer } | FunctionError | RejectedInvocation;

/** The function was not invoked. */
export type RejectedInvocation = { kind: 'throttled' } | { kind: 'too-large' };

/** What a runtime makes of an invocation: `stream` is the response of a streaming handler, which has begun. */
export type RuntimeOutcome = InvokeOutcome | { kind: 'stream'; stream: ResponseStream };
