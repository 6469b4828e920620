/** Reads the secrets that sign webhooks. */
export interface SecretReader {
  /** Returns the `whsec_…` of a key; undefined if it has none, for example because it was revoked. */
  find(keyId: string): Promise<string | undefined>;
}
