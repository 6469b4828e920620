import type { ListedContract } from '../../api/contracts.ts';

/** The contracts of all calls of the client, by name. */
export type Contracts = {
  [C in Exclude<ListedContract, { name: 'docs' | 'docs-page' }> as C['name']]: C;
};

/** The contracts of conversions, which accept forms. */
export type Conversions = {
  [N in keyof Contracts as Contracts[N] extends { body: { kind: 'multipart' } } ? N : never]: Contracts[N];
};
