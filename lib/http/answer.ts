/** A handler's response, before the conversion to API Gateway's proxy format. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: { json: unknown } | { bytes: Uint8Array; contentType: string };
  /** JSON from which `AnswerAgain` rebuilds the response with newly signed URLs. */
  source?: unknown;
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { json: value },
});
