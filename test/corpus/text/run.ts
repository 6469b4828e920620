import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countPages, textsOfPages } from '../pdf-tools.ts';
import { pdfConversions, Rejection } from '../pdf-service.ts';
import { compareWords, type WordComparison, wordsIn } from './compare-words.ts';

/**
 * Reads the text of all PDFs below a folder and compares its words with those that pdftotext finds. Leaves out files in
 * which pdftotext finds no words, or characters that it cannot identify. Prints the files of which words are missing;
 * exits 1 when more than 2 % of all words are missing, or a file that pdftotext reads fails by a fault of the service.
 */
const usage = `npm run suite -- corpus:text DIR

poppler-utils must be installed.`;

/** The share of words that must be found. */
const leastShare = 0.98;

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error(usage);
  process.exit(2);
}

const total = { files: 0, words: 0, found: 0, inOrder: 0, rejected: 0, faults: 0 };
for (const file of globSync('**/*.pdf', { cwd: folder }).sort()) {
  const path = join(folder, file);
  const theirs = textsOfPages(path, { first: 1, last: countPages(path) })?.join(' ') ?? '';
  if (wordsIn(theirs).length === 0 || theirs.includes('\ufffd')) continue;
  const compared = await comparisonOf(path, theirs);
  if (typeof compared === 'string') {
    console.log(`${compared}  ${file}`);
    continue;
  }
  add(file, compared);
}
const percent = (part: number): string => `${((100 * part) / Math.max(1, total.words)).toFixed(2)} %`;
console.log(
  `${total.files} files, ${total.words} words: ${percent(total.found)} found, ${percent(total.inOrder)} in the same order, ` +
    `${total.rejected} files rejected, ${total.faults} faults`,
);
process.exit(total.faults > 0 || total.found < leastShare * total.words ? 1 : 0);

/** The comparison, or why there is none. */
async function comparisonOf(path: string, theirs: string): Promise<WordComparison | string> {
  try {
    return compareWords(wordsIn(await pdfConversions.text(readFileSync(path))), wordsIn(theirs));
  } catch (error) {
    const isRejected = error instanceof Rejection;
    total[isRejected ? 'rejected' : 'faults'] += 1;
    return isRejected ? `rejected ${error.message}` : `fault ${String(error)}`;
  }
}

function add(file: string, { words, found, inOrder, missing }: WordComparison): void {
  total.files += 1;
  total.words += words;
  total.found += found;
  total.inOrder += inOrder;
  if (found >= leastShare * words) return;
  console.log(
    `${((100 * found) / words).toFixed(1)} % of ${words} words  ${file}  missing: ${missing.join(' ')}`,
  );
}
