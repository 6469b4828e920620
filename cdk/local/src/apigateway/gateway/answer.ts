/** What the gateway sends to the client. */
export interface Answer {
  statusCode: number;
  /** In the order in which they are sent; names may repeat. */
  headers: [name: string, value: string][];
  body: Buffer | string;
}
