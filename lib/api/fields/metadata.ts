/**
 * The metadata of a document: `title`, `author`, `subject`, `keywords`, `creator`, and entries with any other name,
 * which are used as they are. Null or an empty text removes an entry, and null for {@link everyEntry} all that are not
 * set.
 */
export type Metadata = Readonly<Record<string, string | null>>;

/** The name that stands for all entries. */
export const everyEntry = '*';

const standardKeys = new Map([
  ['title', 'Title'],
  ['author', 'Author'],
  ['subject', 'Subject'],
  ['keywords', 'Keywords'],
  ['creator', 'Creator'],
]);

const standardNames = new Map([...standardKeys].map(([key, name]) => [name, key]));

/** Returns the key under which clients know an entry of the document information dictionary. */
export const metadataKey = (name: string): string => standardNames.get(name) ?? name;

/** Returns the name of an entry in the document information dictionary (PDF 32000-1, table 317). */
export const informationKey = (key: string): string => standardKeys.get(key) ?? key;
