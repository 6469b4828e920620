import { Logger } from '@aws-lambda-powertools/logger';
import { PassThrough } from 'node:stream';
import { Console } from 'node:console';
import { SpanLog } from '#lib/base/observability/span-log.ts';

export type LogLine = Record<string, unknown>;

/** A log as functions have it, and the lines that it has written. */
export function collectLog(metricsNamespace?: string): { log: SpanLog; lines: () => LogLine[] } {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const logger = new Logger({ serviceName: 'test' });
  // As the logger keeps it: its console is not the global one, which Lambda writes otherwise.
  (logger as unknown as { console: Console }).console = new Console(stream, stream);
  return {
    log: new SpanLog(logger, metricsNamespace),
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine),
  };
}
