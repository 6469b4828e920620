/** What a handler answers, before it becomes API Gateway's proxy format. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: { json: unknown } | { bytes: Uint8Array; contentType: string };
  /** In JSON, what it was made of, so that it can be given again with its URLs signed anew; for `AnswerAgain`. */
  source?: unknown;
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { json: value },
});
