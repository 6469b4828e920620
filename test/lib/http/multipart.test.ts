import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import { type FormPart, readMultipart } from '#lib/http/multipart.ts';
import { limits } from '#lib/base/limits.ts';

const boundary = 'x-boundary';
const contentType = `multipart/form-data; boundary=${boundary}`;

interface Part {
  disposition: string;
  content: Buffer | string;
  headers?: string;
}

function body(parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ disposition, content, headers = '' }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\n${headers}\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

const text = (name: string, content: string): Part => ({ disposition: `form-data; name="${name}"`, content });
const file = (name: string, fileName: string, content: Buffer | string): Part => ({
  disposition: `form-data; name="${name}"; filename="${fileName}"`,
  content,
  headers: 'Content-Type: application/pdf\r\n',
});

/** The code of the error that the promise rejects with. */
async function codeOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AppError ? error.code : `not rejected: ${String(error)}`;
}

describe('multipart', () => {
  it('preserves the order of files and texts with the same name', async () => {
    const parts = await readMultipart(
      contentType,
      body([
        file('files', 'a.pdf', 'A'),
        text('files', 'upl_1'),
        file('files', 'b.pdf', 'B'),
        text('x', 'y'),
      ]),
    );
    expect(parts).toEqual([
      { kind: 'file', name: 'files', fileName: 'a.pdf', bytes: Buffer.from('A') },
      { kind: 'text', name: 'files', value: 'upl_1' },
      { kind: 'file', name: 'files', fileName: 'b.pdf', bytes: Buffer.from('B') },
      { kind: 'text', name: 'x', value: 'y' },
    ]);
  });

  it('accepts repeated fields, empty files and names of object members', async () => {
    const parts = await readMultipart(
      contentType,
      body([
        text('__proto__', '1'),
        text('a', '1'),
        text('a', '2'),
        file('f', '', ''),
        text('constructor', ''),
      ]),
    );
    expect(parts.map((part) => [part.name, part.kind])).toEqual([
      ['__proto__', 'text'],
      ['a', 'text'],
      ['a', 'text'],
      ['f', 'file'],
      ['constructor', 'text'],
    ]);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it.each([
    ['form-data; name="f"; filename="a\\"b\\\\c.pdf"', 'a"b\\c.pdf'],
    ['form-data; name="f"; filename="a%22b.pdf"', 'a"b.pdf'],
    ['form-data; name=f; filename=plain.pdf', 'plain.pdf'],
    ['form-data; name="f"; filename="x"; filename*=UTF-8\'\'%C3%BC.pdf', 'ü.pdf'],
    ['form-data; name="f"; filename="über.pdf"', 'über.pdf'],
    ['form-data; name="f"; filename="semi;colon=1.pdf"', 'semi;colon=1.pdf'],
    ['form-data;name="f";filename="C:\\dir\\x.pdf"', 'C:\\dir\\x.pdf'],
    // Browsers do not escape backslashes, so a name can have one before the closing quote.
    ['form-data; name="f"; filename="back\\"', 'back\\'],
    ['form-data; name="f"; filename="C:\\dir\\"; size=3', 'C:\\dir\\'],
    ['form-data; nothing "to; read" ; name="f"; filename="a.pdf"', 'a.pdf'],
  ])('reads the file name of %s', async (disposition, expected) => {
    const [part] = await readMultipart(contentType, body([{ disposition, content: 'x' }]));
    expect(part).toMatchObject({ kind: 'file', name: 'f', fileName: expected });
  });

  it.each([
    ['backslashes and no closing quote', `form-data; name="${'\\'.repeat(16_000)}`],
    ['escaped quotes', `form-data; name="f"${';a="\\"'.repeat(2_500)}`],
    ['an unclosed quote', 'form-data; name="f'],
  ])('rejects a header with %s', async (_, disposition) => {
    const parts = Array.from({ length: 250 }, () => ({ disposition, content: 'x' }));
    const started = process.threadCpuUsage();
    expect(await codeOf(readMultipart(contentType, body(parts)))).toBe('malformed-multipart');
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
  });

  it.each([
    ['a quoted boundary', 'multipart/form-data; boundary="x-boundary"'],
    ['upper case', 'Multipart/Form-Data; charset=utf-8; Boundary=x-boundary'],
  ])('accepts %s', async (_, type) => {
    expect(await readMultipart(type, body([text('a', 'b')]))).toHaveLength(1);
  });

  it('accepts a form without parts', async () => {
    expect(await readMultipart(contentType, Buffer.from(`--${boundary}--\r\n`))).toEqual([]);
  });

  const whole = body([file('f', 'a.pdf', 'content'), text('a', 'b')]);

  it('rejects every truncation of a form', async () => {
    // The line break after the closing delimiter may be missing.
    for (let length = 0; length < whole.length - 2; length += 1) {
      expect(await codeOf(readMultipart(contentType, whole.subarray(0, length)))).toBe('malformed-multipart');
    }
  });

  it.each<[string, Buffer]>([
    [
      'rubbish after a delimiter',
      Buffer.from(whole.toString().replace(`${boundary}\r\n`, `${boundary}rubbish\r\n`)),
    ],
    ['rubbish after the closing delimiter', Buffer.concat([whole, Buffer.from('rubbish')])],
    ['rubbish before the first delimiter', Buffer.concat([Buffer.from('rubbish\r\n'), whole])],
    ['another boundary', Buffer.from(whole.toString().replaceAll(boundary, 'other'))],
    ['a part without a header', Buffer.from(`--${boundary}\r\n\r\ncontent\r\n--${boundary}--\r\n`)],
    ['a part without a disposition', Buffer.from(`--${boundary}\r\nX: y\r\n\r\nc\r\n--${boundary}--\r\n`)],
    ['a part without a name', body([{ disposition: 'form-data', content: 'x' }])],
    ['an empty name', body([text('', 'x')])],
    ['two names', body([{ disposition: 'form-data; name="a"; name="b"', content: 'x' }])],
    ['an attachment', body([{ disposition: 'attachment; name="a"', content: 'x' }])],
    ['base64', body([{ ...text('a', 'eA=='), headers: 'Content-Transfer-Encoding: base64\r\n' }])],
    [
      'a header without end',
      Buffer.from(`--${boundary}\r\n${'X: y\r\n'.repeat(9000)}\r\n\r\nc\r\n--${boundary}--\r\n`),
    ],
    ['an empty body', Buffer.alloc(0)],
  ])('rejects %s', async (_, bytes) => {
    expect(await codeOf(readMultipart(contentType, bytes))).toBe('malformed-multipart');
  });

  it.each([
    [undefined, 'unsupported-content-type'],
    ['application/json', 'unsupported-content-type'],
    ['multipart/mixed; boundary=x', 'unsupported-content-type'],
    ['multipart/form-data', 'malformed-multipart'],
    ['multipart/form-data; boundary=', 'malformed-multipart'],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, 'malformed-multipart'],
    ['multipart/form-data; boundary="a\u0001b"', 'malformed-multipart'],
  ])('with the content type %j is %s', async (type, code) => {
    expect(await codeOf(readMultipart(type, whole))).toBe(code);
  });

  it('accepts as many parts as the limit and not one more', async () => {
    const parts = Array.from({ length: limits.parts }, (_, index) => text('a', String(index)));
    expect(await readMultipart(contentType, body(parts))).toHaveLength(limits.parts);
    expect(await codeOf(readMultipart(contentType, body([...parts, text('a', '')])))).toBe('file-too-large');
  });

  it('rejects a text that is not UTF-8, or is as large as a file', async () => {
    const broken = { ...text('a', ''), content: Buffer.from([0xc3, 0x28]) };
    expect(await codeOf(readMultipart(contentType, body([broken])))).toBe('invalid-field');
    expect(await codeOf(readMultipart(contentType, body([text('a', 'x'.repeat(262_145))])))).toBe(
      'invalid-field',
    );
  });

  it('returns any content unchanged, including text that resembles the boundary', async () => {
    const lookAlike = fc.constantFrom(
      '\r\n--x-boundar',
      '\r\n--',
      '--x-boundary',
      '\r\n',
      '\r',
      '-',
      `\r\n--X-BOUNDARY`,
    );
    const content = fc
      .array(
        fc.oneof(
          lookAlike.map((piece) => Buffer.from(piece)),
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        ),
      )
      .map((pieces) => Buffer.concat(pieces))
      .filter((bytes) => !bytes.includes(`--${boundary}`));
    await fc.assert(
      fc.asyncProperty(fc.array(content, { maxLength: 5 }), async (contents) => {
        const sent = contents.map((bytes, index) => file('files', `${index}.bin`, bytes));
        const parts = await readMultipart(contentType, body(sent));
        expect(parts).toEqual(
          contents.map((bytes, index): FormPart => ({
            kind: 'file',
            name: 'files',
            fileName: `${index}.bin`,
            bytes,
          })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('returns 4 MB unchanged', async () => {
    const content = Buffer.alloc(4_000_000, '\r\n--x-bound');
    const [part] = await readMultipart(contentType, body([file('f', 'a', content)]));
    expect(part?.kind === 'file' && part.bytes.equals(content)).toBe(true);
  });

  it('returns parts or rejects the body, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.uint8Array({ maxLength: 8 }),
        fc.nat(8),
        async (at, insert, remove) => {
          const mutated = Buffer.concat([whole.subarray(0, at), insert, whole.subarray(at + remove)]);
          const outcome = await readMultipart(contentType, mutated).catch((error: unknown) => error);
          expect(Array.isArray(outcome) || outcome instanceof AppError).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
