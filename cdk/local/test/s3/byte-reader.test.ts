import { expect, it } from 'vitest';
import { ByteReader, UnexpectedEnd } from '../../src/s3/body/byte-reader.ts';

const delimiter = Buffer.from('\r\n--b');

/** What stands before the delimiter and behind it, of a text that arrives in these pieces. */
async function split(pieces: string[]): Promise<[string, string]> {
  const reader = new ByteReader(ReadableStream.from(pieces.map((piece) => Buffer.from(piece))));
  const before: Buffer[] = [];
  for await (const data of reader.until(delimiter)) before.push(data);
  return [Buffer.concat(before).toString(), await reader.line(100)];
}

it.each(['', 'x', '\r\n', '\r\n--\r\n-\r\r\n--', '\r\r\n--a\r\n--', '-'.repeat(20)])(
  'finds a delimiter behind %j wherever the pieces end',
  async (content) => {
    const whole = `${content}\r\n--bend\r\n`;
    for (let first = 0; first <= whole.length; first += 1) {
      for (let second = first; second <= whole.length; second += 1) {
        const pieces = [whole.slice(0, first), whole.slice(first, second), whole.slice(second)];
        expect(await split(pieces)).toEqual([content, 'end']);
      }
    }
    expect(await split(whole.split(''))).toEqual([content, 'end']);
  },
);

it('misses a delimiter that does not come', async () => {
  await expect(split(['content', '\r\n--', 'c\r\n--'])).rejects.toThrow(UnexpectedEnd);
});
