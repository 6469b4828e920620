/** A request that whoever has it can send, with exactly these headers. */
export interface SignedRequest {
  url: string;
  headers: Record<string, string>;
}
