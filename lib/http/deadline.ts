import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

/**
 * Milliseconds after the deadline at which a request gets a response in any case. Code that meets the deadline itself
 * returns a more specific error. The gateway gives up half a second later.
 */
export const responseGrace = 500;

/** Milliseconds after the deadline at which the gateway has given up. */
const gatewayMargin = 1000;

/**
 * The deadline of a request, in epoch milliseconds: `milliseconds` after the gateway received it, or one second before
 * Lambda ends the function, whichever is earlier.
 */
export function deadlineOf(event: APIGatewayProxyEvent, context: Context, milliseconds: number): number {
  const now = Date.now();
  const reported = event.requestContext.requestTimeEpoch;
  // After that time, the gateway has given up, so an older time is not the time of receipt. SAM CLI reports its own
  // start time.
  const receipt = now - reported < milliseconds + gatewayMargin ? reported : now;
  return Math.min(now + context.getRemainingTimeInMillis() - gatewayMargin, receipt + milliseconds);
}
