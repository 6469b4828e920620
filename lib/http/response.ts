/** A handler's response, before the conversion to API Gateway's proxy format. */
export interface ServiceResponse {
  status: number;
  headers?: Record<string, string>;
  body?: { json: unknown } | { bytes: Uint8Array; contentType: string };
  /** JSON from which `Replay` rebuilds the response with newly signed URLs. */
  source?: unknown;
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
