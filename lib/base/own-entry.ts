/** The entry of a table under a key from outside. Keys such as `constructor`, which every object inherits, have none. */
export const ownEntry = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
