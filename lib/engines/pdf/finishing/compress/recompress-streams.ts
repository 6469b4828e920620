import { nameAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import { PDFRawStream } from '../../objects.ts';
import { refOf } from '../../syntax/references.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { Savings } from './compression.ts';
import { dataOf } from './object-data.ts';
import { ExpectedGain } from './expected-gain.ts';
import type { ReachedObjects } from './reached-objects.ts';
import { losslessStream, type LosslessTools } from './lossless-stream.ts';
import { storedBytes } from './recompressed-stream.ts';

/** Shorter data hardly shrink by more than the entries for their filter take, in bytes. */
const minLength = 64;

/** Encodes streams in fewer bytes. The longest are first, in case there is more than the budget allows. */
export function recompressStreams(
  { context, output, budget }: BuiltDocument,
  reached: ReachedObjects,
  tools: LosslessTools,
  savings: Savings,
): void {
  const streams: { number: number; length: number }[] = [];
  for (let number = 1; number <= context.largestObjectNumber; number += 1) {
    const length = reached.has(number) ? (dataOf(output, number)?.length ?? 0) : 0;
    if (length >= minLength) streams.push({ number, length });
  }
  streams.sort((a, b) => b.length - a.length || a.number - b.number);
  const gain = new ExpectedGain();
  for (const { number } of streams) {
    const stream = output.objects.peek(number);
    if (!(stream instanceof PDFRawStream) || gain.isTooSmall(stream)) continue;
    const smaller = losslessStream(stream, tools);
    budget.read(stream.contents.length);
    const saved = smaller ? storedBytes(stream) - storedBytes(smaller) : 0;
    gain.note(stream, saved);
    if (!smaller) continue;
    savings[categoryOf(smaller)] += saved;
    output.objects.set(refOf(number), smaller);
  }
}

function categoryOf({ dict }: PDFRawStream): 'images' | 'fonts' | 'content' {
  const subtype = nameAt(dict, keys.Subtype) ?? '';
  if (subtype === 'Image') return 'images';
  const isFont = dict.has(keys.Length1) || ['Type1C', 'CIDFontType0C', 'OpenType'].includes(subtype);
  return isFont ? 'fonts' : 'content';
}
