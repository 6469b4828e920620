import { describe, expect, it } from 'vitest';
import { deliverToField } from '#lib/api/fields/deliver-to.ts';

const one = 'https://bucket.s3.amazonaws.com/a.pdf?X-Amz-Signature=1';
const two = 'https://bucket.s3.amazonaws.com/b.pdf?X-Amz-Signature=2';

describe('the field deliverTo', () => {
  it.each([
    [undefined, undefined],
    [one, one],
    [JSON.stringify([one]), [one]],
    [` ${JSON.stringify([one, two])}`, [one, two]],
    ['http://10.0.0.1:9000/bucket/a', 'http://10.0.0.1:9000/bucket/a'],
    [JSON.stringify(Array.from({ length: 200 }, () => one)), Array.from({ length: 200 }, () => one)],
    [`https://a.example/${'x'.repeat(4096 - 18)}`, `https://a.example/${'x'.repeat(4096 - 18)}`],
  ])('accepts %j', (text, urls) => {
    expect(deliverToField.parse(text)).toEqual(urls);
  });

  it.each([
    ['', [/absolute https URL of at most 4096 characters/]],
    ['/a.pdf', [/absolute https URL/]],
    [`https://a.example/${'x'.repeat(4096 - 17)}`, [/at most 4096 characters/]],
    ['ftp://a.example/', [/must begin with https:\/\/, not ftp:/]],
    ['data:,x', [/not data:/]],
    ['[', [/must be JSON/]],
    ['[]', [/URL or a JSON array/]],
    ['[1]', [/URL or a JSON array/]],
    [JSON.stringify([one, 'x']), [/absolute https URL/]],
    [JSON.stringify(['file:///a', one, 'x']), [/not file:/, /absolute https URL/]],
    [JSON.stringify(Array.from({ length: 201 }, () => one)), [/at most 200 entries, not 201/]],
    [JSON.stringify([`https://a.example/${'x'.repeat(100_000)}`]), [/at most 100000 characters/]],
  ])('rejects %j', (text, messages) => {
    const { error } = deliverToField.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(
      messages.map((message) => expect.stringMatching(message) as unknown),
    );
  });
});
