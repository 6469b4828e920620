/**
 * What a document says about itself: `title`, `author`, `subject`, `keywords`, `creator`, and entries of any other name
 * as they are. An empty text removes an entry.
 */
export type Metadata = Readonly<Record<string, string>>;

const standardKeys = new Map([
  ['title', 'Title'],
  ['author', 'Author'],
  ['subject', 'Subject'],
  ['keywords', 'Keywords'],
  ['creator', 'Creator'],
]);

/** The name of an entry in the document information (PDF 32000-1, table 317). */
export const informationKey = (key: string): string => standardKeys.get(key) ?? key;
