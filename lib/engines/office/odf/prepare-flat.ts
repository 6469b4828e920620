import { buffer } from 'node:stream/consumers';
import { fromFile, type RandomAccess, readExactly } from '../../../base/random-access.ts';
import { LinkBudget, type LinkBudgets } from '../link-budget.ts';
import { PartLinks, type PartVerdict } from '../part-links.ts';
import { type Splice, spliced } from '../part-splices.ts';
import { searchFile, writeSpliced } from '../rewritten-file.ts';
import { spliceOf, type XmlEncoding } from '../xml-text.ts';
import { FlatLinks, type TextRange } from './flat-links.ts';

/** Larger pictures with links in them are removed, not changed. In characters of Base64. */
const maxPicture = 16 * 1024 * 1024;
/** Enough to detect the format of a picture. In characters of Base64. */
const headLength = 8 * 1024;

/**
 * Writes a flat OpenDocument without its links, also those in SVG pictures in it, to `output`.
 *
 * @throws InputFault `damaged-document` when its XML is malformed
 * @throws the signal's reason when the signal aborts
 */
export async function withoutFlatLinks(
  document: string,
  output: string,
  signal?: AbortSignal,
): Promise<void> {
  await using file = await fromFile(document);
  const finder = new FlatLinks(new LinkBudget(file.size));
  await searchFile(document, finder, signal);
  const budgets = {
    relationships: new LinkBudget(),
    pictures: new LinkBudget(),
    contents: new LinkBudget(),
  };
  const changes: Splice[] = [...finder.splices];
  for (const range of finder.binaries) {
    signal?.throwIfAborted();
    const change = await pictureChange(file, range, finder.encoding, budgets);
    if (change) changes.push(change);
  }
  changes.sort((one, other) => one.start - other.start);
  await writeSpliced(document, output, changes, signal);
}

/** The change to an embedded picture or object; undefined if it may stay. */
async function pictureChange(
  file: RandomAccess,
  range: TextRange,
  encoding: XmlEncoding,
  budgets: LinkBudgets,
): Promise<Splice | undefined> {
  const head = await textAt(file, range, encoding, headLength);
  if (!verdictOn(Buffer.from(head, 'base64'), budgets)) return undefined;
  const removal = spliceOf({ ...range, text: '' }, encoding);
  if (range.end - range.start > maxPicture) return removal;
  const picture = Buffer.from(await textAt(file, range, encoding, maxPicture), 'base64');
  const verdict = verdictOn(picture, budgets);
  if (!verdict) return undefined;
  if (verdict.kind !== 'splice') return removal;
  const changed = await buffer(spliced(inOnePiece(picture), verdict.splices));
  return spliceOf({ ...range, text: changed.toString('base64') }, encoding);
}

async function textAt(
  file: RandomAccess,
  { start, end }: TextRange,
  { bytesPerCharacter }: XmlEncoding,
  atMost: number,
): Promise<string> {
  const length = Math.min(atMost, end - start) * bytesPerCharacter;
  const bytes = await readExactly(file, start * bytesPerCharacter, length);
  // In UTF-16, one byte of each ASCII character is zero.
  return bytes.toString('latin1').replaceAll('\0', '');
}

/** What must happen to a picture that is not a part of a package. */
function verdictOn(picture: Buffer, budgets: LinkBudgets): PartVerdict | undefined {
  let verdict: PartVerdict | undefined;
  const links = new PartLinks('', 'ooxml', budgets, (reported) => {
    verdict = reported;
  });
  links.read(picture);
  links.finish();
  return verdict;
}

// eslint-disable-next-line @typescript-eslint/require-await -- the content of a file comes in pieces
async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
