import type { APIGatewayProxyEvent } from 'aws-lambda';
import { currentSpan } from '../../base/observability/span.ts';
import { traceparentOf } from '../../base/observability/trace-context.ts';
import { headerOf } from '../../http/request.ts';

export const traceHeader = 'gotenberg-trace';

const maxTrace = 200;

/** The id by which a client follows a request: its own, or that of the request. */
function traceOf(event: APIGatewayProxyEvent): string {
  const given = headerOf(event, traceHeader)?.trim() ?? '';
  return /^[\x21-\x7e][\x20-\x7e]*$/.test(given) && given.length <= maxTrace
    ? given
    : event.requestContext.requestId;
}

/** The headers of every response. */
export function traceHeaders(event: APIGatewayProxyEvent): Record<string, string> {
  const trace = currentSpan()?.trace;
  return { [traceHeader]: traceOf(event), ...(trace ? { traceparent: traceparentOf(trace) } : {}) };
}
