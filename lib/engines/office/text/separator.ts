/** The separators that a table may have, most likely first. */
const separators = [',', ';', '\t', '|'] as const;

export type Separator = (typeof separators)[number];

/** Records that are compared. */
const mostRecords = 100;
/** Fewer lines with the same number of commas can be prose. */
const fewestRecords = 3;

/**
 * The separator of a table: the one that divides the most records into the same number of columns, at least two; the one
 * with more columns if several do.
 *
 * @param start the beginning of the text
 * @returns undefined if no separator divides the records
 */
export function findSeparator(start: string): Separator | undefined {
  let best: { separator: Separator; share: number; columns: number } | undefined;
  for (const separator of separators) {
    const { share, columns } = regularity(columnCounts(start, separator));
    if (columns < 2) continue;
    if (!best || share > best.share || (share === best.share && columns > best.columns)) {
      best = { separator, share, columns };
    }
  }
  return best?.separator;
}

/** Whether a text of unknown kind is a table: at least three records, all with the same number of columns. */
export function looksLikeTable(start: string): boolean {
  return separators.some((separator) => {
    const counts = columnCounts(start, separator);
    const { share, columns } = regularity(counts);
    return counts.length >= fewestRecords && columns > 1 && share === 1;
  });
}

/** The most frequent number of columns, and the share of records that have it. */
function regularity(counts: readonly number[]): { share: number; columns: number } {
  const records = new Map<number, number>();
  for (const count of counts) records.set(count, (records.get(count) ?? 0) + 1);
  let [columns, most] = [0, 0];
  for (const [count, frequency] of records) {
    // One column says nothing about the separator.
    if (count > 1 && frequency > most) [columns, most] = [count, frequency];
  }
  return { columns, share: counts.length === 0 ? 0 : most / counts.length };
}

/** The number of columns of each record, ignoring separators and line ends in quotes. Blank lines do not count. */
function columnCounts(text: string, separator: Separator): number[] {
  const counts: number[] = [];
  let [columns, length, isQuoted] = [1, 0, false];
  for (const character of text) {
    if (counts.length === mostRecords) return counts;
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) length += 1;
    else if (character === '\n') {
      if (length > 0) counts.push(columns);
      [columns, length] = [1, 0];
      continue;
    } else if (character === separator) columns += 1;
    if (character !== '\r') length += 1;
  }
  // The last record may be cut off.
  if (counts.length === 0 && length > 0) counts.push(columns);
  return counts;
}
