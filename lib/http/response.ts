import type { MemoryContent } from '../files/produced-file.ts';

/** A handler's response, before the conversion to API Gateway's proxy format. */
export interface ServiceResponse {
  status: number;
  headers?: Record<string, string>;
  body?:
    { json: unknown } | { text: string; contentType: string } | { bytes: MemoryContent; contentType: string };
  /** JSON from which `Replay` rebuilds the response with newly signed URLs. */
  source?: unknown;
  /**
   * Called when the whole response has been sent, with the memory that sending took from the endpoint's `memory`. Not
   * called if sending fails.
   */
  sent?: (taken: readonly Uint8Array[]) => void;
}

export const json = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): ServiceResponse => ({
  status,
  headers,
  body: { json: value },
});
