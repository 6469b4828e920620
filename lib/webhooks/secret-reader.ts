/** Where the secrets are that webhooks are signed with. */
export interface SecretReader {
  /** The `whsec_…` of a key; undefined when it has none, as a revoked key has. */
  find(keyId: string): Promise<string | undefined>;
}
