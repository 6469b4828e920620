import lcid from 'lcid';
import { fromFile, readExactly } from '../../../base/random-access.ts';
import { checkedLanguage } from '../language-tag.ts';

/** The default language stands at the beginning of the header. */
const headBytes = 16 * 1024;

/**
 * The default language of an RTF document's text (RTF 1.9.1, "Default language").
 *
 * @param document path
 * @returns a BCP 47 tag; undefined if the document declares none
 */
export async function rtfLanguage(document: string): Promise<string | undefined> {
  await using file = await fromFile(document);
  const head = (await readExactly(file, 0, Math.min(file.size, headBytes))).toString('latin1');
  const identifier = /\\deflang(\d{1,5})/.exec(head)?.[1];
  return identifier === undefined
    ? undefined
    : checkedLanguage(lcid.from(Number(identifier))?.replaceAll('_', '-'));
}
