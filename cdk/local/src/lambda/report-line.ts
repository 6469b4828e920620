/**
 * The line that Lambda writes after each invocation
 * (https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html), as far as this machine knows the numbers.
 */
export function reportLine(report: {
  requestId: string;
  /** Both in milliseconds; the initialisation's only for the first invocation of an environment. */
  duration: number;
  initDuration?: number | undefined;
  memoryMegabytes: number;
  /** Bytes; 0 if nobody looked. */
  peakMemory: number;
}): string {
  const { requestId, duration, initDuration, memoryMegabytes, peakMemory } = report;
  return [
    `REPORT RequestId: ${requestId}`,
    `Duration: ${duration.toFixed(2)} ms`,
    `Billed Duration: ${Math.ceil(duration + (initDuration ?? 0))} ms`,
    `Memory Size: ${memoryMegabytes} MB`,
    ...(peakMemory > 0 ? [`Max Memory Used: ${Math.ceil(peakMemory / 2 ** 20)} MB`] : []),
    ...(initDuration === undefined ? [] : [`Init Duration: ${initDuration.toFixed(2)} ms`]),
  ].join('\t');
}
