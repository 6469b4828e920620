/** A client of the SDK, or what opens it. */
export type ClientSource<Client extends object> = Client | (() => Promise<Client>);

/** Returns a function that opens the client with its first call. */
export function openedOnce<Client extends object>(source: ClientSource<Client>): () => Promise<Client> {
  if (typeof source !== 'function') return () => Promise.resolve(source);
  let client: Promise<Client> | undefined;
  return () => (client ??= source());
}
