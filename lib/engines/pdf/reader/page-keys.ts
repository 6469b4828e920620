/** The attributes that pages inherit from their ancestors in the page tree (PDF 32000-1, 7.7.3.4). */
export const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
export type InheritableAttribute = (typeof inheritable)[number];

/** The entries that are read from a page before it is parsed. Most pages need no parsing. */
const pageKeys = [...inheritable, 'Annots', 'AA', 'StructParents'] as const;
export type PageKey = (typeof pageKeys)[number];

/** A set of these entries, one bit each. */
export type PageKeys = number;

const bitOf = Object.fromEntries(pageKeys.map((key, index) => [key, 1 << index])) as Record<PageKey, number>;

/** The entries that a dictionary has. */
export function keysOf(dict: { has(key: PageKey): boolean }): PageKeys {
  let keys = 0;
  for (let index = 0; index < pageKeys.length; index += 1) {
    if (dict.has(pageKeys[index] as PageKey)) keys |= 1 << index;
  }
  return keys;
}

export const hasKey = (keys: PageKeys, key: PageKey): boolean => (keys & bitOf[key]) !== 0;
