import type { ListedContract } from '../../api/contracts.ts';

/** The contracts of everything that the client calls, by their names. */
export type Contracts = {
  [C in Exclude<ListedContract, { name: 'docs' | 'docs-page' }> as C['name']]: C;
};

/** Of these the conversions: what takes a form. */
export type Conversions = {
  [N in keyof Contracts as Contracts[N] extends { body: { kind: 'multipart' } } ? N : never]: Contracts[N];
};
