import type { InvokeOutcome, RuntimeOutcome } from './invoke-outcome.ts';
import { type ResponseStream, StreamFailure } from './response-stream.ts';
import { maximumResponseBytes, responseTooLarge } from './response-size.ts';

/** The outcome as the plain Invoke operation has it: a streamed response is gathered, up to the limit for a result. */
export async function bufferOutcome(outcome: RuntimeOutcome): Promise<InvokeOutcome> {
  return outcome.kind === 'stream' ? gather(outcome.stream) : outcome;
}

async function gather(stream: ResponseStream): Promise<InvokeOutcome> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > maximumResponseBytes) return responseTooLarge(maximumResponseBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof StreamFailure) return error.error;
    throw error;
  }
  return { kind: 'response', payload: Buffer.concat(chunks, length) };
}
