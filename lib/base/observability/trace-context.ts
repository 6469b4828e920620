import { randomBytes } from 'node:crypto';

/** The trace that a piece of work belongs to: one id through gateway, functions, queues and webhooks. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** Whether somebody upstream records the trace; handed on as it came. */
  sampled: boolean;
}

const traceparentForm = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const xRayRoot = /(?:^|;)\s*Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/i;
const zeros = /^0+$/;

/**
 * Reads the header `traceparent`. What is not valid is ignored, as the standard says.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const [, version, traceId = '', parentId = '', flags = '', rest] =
    traceparentForm.exec(header?.trim() ?? '') ?? [];
  if (version === undefined || zeros.test(traceId) || zeros.test(parentId)) return undefined;
  // Later versions may say more behind it; version 00 says nothing more.
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, sampled: (parseInt(flags, 16) & 1) === 1 };
}

/**
 * Reads the header `X-Amzn-Trace-Id`, which API Gateway puts on every request, whether X-Ray is on or not. Its id is
 * the same number in another form.
 *
 * @see https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
export function parseXRayHeader(header: string | undefined): TraceContext | undefined {
  const [, time, unique] = xRayRoot.exec(header ?? '') ?? [];
  if (time === undefined || unique === undefined) return undefined;
  return { traceId: `${time}${unique}`.toLowerCase(), sampled: /(?:^|;)\s*Sampled=1/.test(header ?? '') };
}

/** A trace that begins here. */
export const newTrace = (): TraceContext => ({ traceId: randomBytes(16).toString('hex'), sampled: false });

/** The header `traceparent` for whoever comes next; each hop has a parent id of its own. */
export const traceparentOf = ({ traceId, sampled }: TraceContext): string =>
  `00-${traceId}-${randomBytes(8).toString('hex')}-${sampled ? '01' : '00'}`;
