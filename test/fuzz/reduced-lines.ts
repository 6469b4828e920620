/** How often a text is tried at most: each try can take as long as the fault did. */
const mostTries = 25;

/**
 * `text` without the lines that its fault does not need, by leaving out ever smaller pieces.
 *
 * @param fails whether a shorter text still has the fault
 */
export async function reducedLines(
  text: Uint8Array,
  fails: (text: Buffer) => Promise<boolean>,
): Promise<Buffer> {
  // Latin-1, so that bytes stay as they are.
  let lines = Buffer.from(text).toString('latin1').split('\n');
  let tries = 0;
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = 0; at < lines.length && tries < mostTries;) {
      const shorter = lines.toSpliced(at, size);
      tries += 1;
      if (shorter.length > 0 && (await fails(Buffer.from(shorter.join('\n'), 'latin1')))) lines = shorter;
      else at += size;
    }
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}
