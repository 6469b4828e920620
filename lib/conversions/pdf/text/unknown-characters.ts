import type { Warning } from '../../../api/responses/warning.ts';
import type { DocumentText } from '../../../engines/text/read-text.ts';

/** Pages that a warning names. */
const mostPages = 20;

/** Returns the warning about characters whose text a document does not specify, if it has any. */
export function unknownCharacters(field: string, { characters, pages }: DocumentText['unknown']): Warning[] {
  if (characters === 0) return [];
  const named = pages.slice(0, mostPages).join(', ') + (pages.length > mostPages ? ', …' : '');
  const count = characters === 1 ? '1 character' : `${characters} characters`;
  const where = pages.length === 1 ? `page ${named}` : `pages ${named}`;
  const message = `${field}: the document does not specify the text of ${count} on ${where}; U+FFFD stands for each`;
  return [{ code: 'characters-unknown', message }];
}
