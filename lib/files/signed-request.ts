/** A presigned request. Any holder can send it, with exactly these headers. */
export interface SignedRequest {
  url: string;
  headers: Record<string, string>;
}
