import { type Bandwidth, limitBandwidth } from '../bandwidth.ts';
import type { RuntimeOutcome } from './invoke-outcome.ts';
import { type ResponseStream, StreamFailure } from './response-stream.ts';
import { maximumStreamedBytes, responseTooLarge } from './response-size.ts';

/** Of streamed responses: 6 MB without a limit, then 2 MB a second. The numbers are those of Lambda's emulator. */
export const lambdaBandwidth: Bandwidth = { burstBytes: 6 * 2 ** 20, bytesPerSecond: 2 * 2 ** 20 };

export interface StreamLimits {
  /** Default: Lambda's 200 MB. */
  maximumBytes?: number | undefined;
  /** Default: no limit. */
  bandwidth?: Bandwidth | undefined;
}

/**
 * The outcome as the InvokeWithResponseStream operation has it: limited, if it streams.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html#config-rs-bandwidth-cap
 */
export function limitOutcome(outcome: RuntimeOutcome, limits: StreamLimits): RuntimeOutcome {
  if (outcome.kind !== 'stream') return outcome;
  const { stream } = outcome;
  const limited: ResponseStream = {
    contentType: stream.contentType,
    ended: stream.ended,
    discard: () => stream.discard(),
    [Symbol.asyncIterator]: () => limit(stream, limits),
  };
  return { kind: 'stream', stream: limited };
}

async function* limit(
  stream: ResponseStream,
  { maximumBytes = maximumStreamedBytes, bandwidth }: StreamLimits,
): AsyncGenerator<Buffer, void> {
  let left = maximumBytes;
  for await (const chunk of bandwidth ? limitBandwidth(stream, bandwidth) : stream) {
    if (chunk.length > left) {
      if (left > 0) yield chunk.subarray(0, left);
      throw new StreamFailure(responseTooLarge(maximumBytes));
    }
    left -= chunk.length;
    yield chunk;
  }
}
