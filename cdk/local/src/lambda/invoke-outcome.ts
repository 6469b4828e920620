/**
 * How one synchronous invocation ended.
 *
 * - `response`: the handler's result, as the JSON text that the runtime posted.
 * - `error`: the function failed; names and messages are Lambda's, for instance `Runtime.ExitError`,
 *   `Sandbox.Timedout`, `Function.ResponseSizeTooLarge`, or the name of the error that the handler threw.
 * - `throttled`: all environments are busy (`TooManyRequestsException` of the Invoke API).
 * - `too-large`: the event is over 6,291,456 bytes and was not delivered (`RequestTooLargeException`).
 */
export type InvokeOutcome =
  | { kind: 'response'; payload: string }
  | { kind: 'error'; errorType: string; errorMessage: string }
  | { kind: 'throttled' }
  | { kind: 'too-large' };
