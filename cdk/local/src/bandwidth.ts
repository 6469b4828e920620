import { setTimeout as sleep } from 'node:timers/promises';

/** A token bucket of bytes that starts full. */
export interface Bandwidth {
  burstBytes: number;
  bytesPerSecond: number;
}

/** Passes chunks on no faster than the bandwidth allows. A chunk waits until its bytes are covered. */
export async function* limitBandwidth(
  chunks: AsyncIterable<Buffer>,
  { burstBytes, bytesPerSecond }: Bandwidth,
): AsyncGenerator<Buffer, void> {
  let tokens = burstBytes;
  let refilledAt = performance.now();
  for await (const chunk of chunks) {
    const now = performance.now();
    tokens = Math.min(burstBytes, tokens + ((now - refilledAt) / 1000) * bytesPerSecond) - chunk.length;
    refilledAt = now;
    if (tokens < 0) await sleep((-tokens / bytesPerSecond) * 1000);
    yield chunk;
  }
}
