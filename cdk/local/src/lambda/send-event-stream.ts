import type { ServerResponse } from 'node:http';
import { writeChunks } from '../write-chunks.ts';
import { encodeEvent } from './event-stream.ts';
import type { RejectedInvocation, RuntimeOutcome } from './invoke-outcome.ts';
import { StreamFailure } from './response-stream.ts';

/** An outcome of a function that was invoked. */
type Invoked = Exclude<RuntimeOutcome, RejectedInvocation>;

/** The last event: empty for success. */
interface InvokeComplete {
  ErrorCode?: string;
  /** JSON, as the runtime wrote it. */
  ErrorDetails?: string;
}

/**
 * Responds to InvokeWithResponseStream: with a `PayloadChunk` for each chunk, as it arrives, and `InvokeComplete`. The
 * result of a handler that does not stream is one chunk. Without a client the function goes on.
 */
export async function sendEventStream(
  response: ServerResponse,
  outcome: Invoked,
  headers: Record<string, string>,
): Promise<void> {
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'application/vnd.amazon.eventstream',
    'X-Amz-Executed-Version': '$LATEST',
  });
  response.flushHeaders();
  if (await writeChunks(response, events(outcome))) response.end();
}

async function* events(outcome: Invoked): AsyncGenerator<Buffer, void> {
  let complete: InvokeComplete = {};
  try {
    for await (const chunk of payload(outcome)) {
      yield encodeEvent('PayloadChunk', 'application/octet-stream', chunk);
    }
  } catch (error) {
    if (!(error instanceof StreamFailure)) throw error;
    complete = completion(error);
  }
  yield encodeEvent('InvokeComplete', 'application/json', Buffer.from(JSON.stringify(complete)));
}

async function* payload(outcome: Invoked): AsyncGenerator<Buffer, void> {
  switch (outcome.kind) {
    case 'stream':
      yield* outcome.stream;
      return;
    case 'response':
      yield Buffer.from(outcome.payload);
      return;
    case 'error':
      throw new StreamFailure(outcome);
  }
}

function completion({ error, reported }: StreamFailure): InvokeComplete {
  const { errorType, errorMessage } = error;
  return reported === undefined
    ? { ErrorCode: 'Unhandled', ErrorDetails: JSON.stringify({ errorType, errorMessage }) }
    : { ErrorCode: errorType, ErrorDetails: reported };
}
