import type { APIGatewayProxyEvent } from 'aws-lambda';
import { timeOfId } from '../base/identifiers.ts';
import { type GivenFile, isInputFile } from '../files/input-file.ts';
import type { ConversionResult } from '../base/observability/conversion-metrics.ts';
import { newTrace, parseTraceparent, parseXRayHeader } from '../base/observability/trace-context.ts';
import { countBytes, countDocuments, type SpanStart } from '../base/observability/span.ts';
import type { SpanLog } from '../base/observability/span-log.ts';
import type { Contract } from '../api/contract.ts';
import type { Chain } from './exchange.ts';
import { bodySize } from './proxy-result.ts';
import { headerOf } from './request.ts';

/** The ids that every log line of a request has, from the first one on. */
export function startOf(event: APIGatewayProxyEvent): SpanStart {
  const { id = '' } = event.pathParameters ?? {};
  return {
    requestId: event.requestContext.requestId,
    trace:
      parseTraceparent(headerOf(event, 'traceparent')) ??
      parseXRayHeader(headerOf(event, 'x-amzn-trace-id')) ??
      newTrace(),
    ...(timeOfId('job', id) === undefined ? {} : { jobId: id }),
  };
}

/**
 * Counts the files of a request: the bytes of all that are not still to be downloaded, and as documents those that are
 * not assets of another file.
 */
export function countInput(request: object): void {
  const { files: byField = {} } = request as { files?: Record<string, GivenFile | readonly GivenFile[]> };
  for (const file of Object.values(byField).flat().filter(isInputFile)) countBytes('input', file.size);
  const { file, files } = byField;
  countDocuments(Math.max(1, [file ?? files ?? []].flat().length));
}

/** Whether this is the first request of its execution environment, and includes the cold start. */
let coldStart = true;

/** Adds the request's id to the exchange, and ends its span with one line about its outcome. */
export function logging(contract: Contract, logger: SpanLog, converts: boolean): Chain {
  const finish: NonNullable<Chain['after']> = ({ context, internal, response }) => {
    const { rejection } = internal;
    const status = response?.statusCode ?? 500;
    logger.close(
      'request',
      {
        endpoint: contract.name,
        status,
        ...(rejection ? { code: rejection.code, fields: rejection.errors.map(({ field }) => field) } : {}),
        responseBytes: response && bodySize(response),
        // Lambda's own log lines have this id.
        invocationId: context.awsRequestId,
        ...(coldStart ? { coldStart } : {}),
      },
      // A job is counted when it ends.
      converts && status !== 202 ? { conversion: contract.name, result: resultOf(status) } : undefined,
    );
    coldStart = false;
  };
  return {
    before: ({ event, internal }) => {
      internal.requestId = event.requestContext.requestId;
    },
    after: finish,
    onError: finish,
  };
}

const resultOf = (status: number): ConversionResult =>
  status < 400 ? 'completed' : status < 500 ? 'rejected' : 'failed';
