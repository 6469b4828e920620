import { randomBytes } from 'node:crypto';

/** The trace of a span: one id across gateway, functions, queues and webhooks. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** Whether an upstream service records the trace. Passed on unchanged. */
  sampled: boolean;
}

const traceparentForm = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const xRayRoot = /(?:^|;)\s*Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/i;
const zeros = /^0+$/;

/**
 * Parses the header `traceparent`. Ignores invalid values, as the standard requires.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const [, version, traceId = '', parentId = '', flags = '', rest] =
    traceparentForm.exec(header?.trim() ?? '') ?? [];
  if (version === undefined || zeros.test(traceId) || zeros.test(parentId)) return undefined;
  // Later versions may append fields; version 00 has none.
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, sampled: (parseInt(flags, 16) & 1) === 1 };
}

/**
 * Parses the header `X-Amzn-Trace-Id`, which API Gateway adds to every request, even without X-Ray. Its id is the same
 * number in another format.
 *
 * @see https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
export function parseXRayHeader(header: string | undefined): TraceContext | undefined {
  const [, time, unique] = xRayRoot.exec(header ?? '') ?? [];
  if (time === undefined || unique === undefined) return undefined;
  return { traceId: `${time}${unique}`.toLowerCase(), sampled: /(?:^|;)\s*Sampled=1/.test(header ?? '') };
}

/** Starts a new trace. */
export const newTrace = (): TraceContext => ({ traceId: randomBytes(16).toString('hex'), sampled: false });

/** The header `traceparent` for the next hop. Each hop has a new parent id. */
export const traceparentOf = ({ traceId, sampled }: TraceContext): string =>
  `00-${traceId}-${randomBytes(8).toString('hex')}-${sampled ? '01' : '00'}`;
