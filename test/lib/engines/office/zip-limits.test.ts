import { deflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fromBuffer } from '#lib/base/random-access.ts';
import { checkZipLimits, zipLimits } from '#lib/engines/office/zip-limits.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { partText, relationships, withParts } from '../../../support/office-package.ts';
import { type RawEntry, rawZip, type RawZipOptions } from '../../../support/raw-zip.ts';

const check = async (bytes: Buffer): Promise<string[]> =>
  (await checkZipLimits(fromBuffer(bytes))).map(({ name }) => name);
const contentTypes: RawEntry = {
  name: '[Content_Types].xml',
  data: partText(makeDocx(), '[Content_Types].xml'),
};
const checkEntries = (entries: RawEntry[], options?: RawZipOptions): Promise<string[]> =>
  check(rawZip([contentTypes, ...entries], options));

const damaged = { code: 'damaged-document' };
const megabyte = 1024 * 1024;

describe('documents within the limits', () => {
  it.each([
    ['docx', makeDocx()],
    ['xlsx', makeXlsx({ rows: Array.from({ length: 20_000 }, (_, row) => [row, 'same', 'same']) })],
    ['pptx', makePptx({ slides: ['one', { text: 'two', notes: 'note' }] })],
  ])('pass: %s', async (_, document) => {
    await expect(check(document)).resolves.toEqual(Object.keys(unzipSync(document)));
  });

  it('pass with stored parts, folders, ZIP64 and large parts of any ratio below the floor', async () => {
    const parts = [
      { name: 'word/', method: 0 },
      { name: 'word/a.bin', data: 'stored', method: 0 },
      { name: 'word/b.bin', data: Buffer.alloc(zipLimits.ratioFloor) },
    ];
    const names = [contentTypes, ...parts].map(({ name }) => name);
    await expect(checkEntries(parts)).resolves.toEqual(names);
    await expect(checkEntries(parts, { zip64: true })).resolves.toEqual(names);
  });
});

it('stop the check at an aborted signal', async () => {
  const time = new AbortController();
  const seen: string[] = [];
  const checked = checkZipLimits(
    fromBuffer(makeDocx()),
    ({ name }) => {
      seen.push(name);
      if (seen.length === 2) time.abort(new Error('time is up'));
      return { read: () => undefined, finish: () => undefined };
    },
    time.signal,
  );
  await expect(checked).rejects.toThrow('time is up');
  expect(seen).toHaveLength(2);
});

describe('documents over a limit', () => {
  it('a part with too high a compression ratio', async () => {
    const bomb = { name: 'word/media/bomb.bin', data: Buffer.alloc(zipLimits.ratioFloor + 1) };
    await expect(checkEntries([bomb])).rejects.toMatchObject({
      code: 'file-too-large',
      predicate: 'has a part of 33 MB that is compressed more than 200 to 1, which is the limit',
    });
  });

  it('a part that is too large', async () => {
    const part = { name: 'a.bin', compressed: Buffer.alloc(3 * megabyte), size: zipLimits.part + 1 };
    await expect(checkEntries([part])).rejects.toMatchObject({
      code: 'file-too-large',
      predicate: 'has a part of 513 MB once decompressed; at most 512 MB are allowed',
    });
  });

  it('parts that are too large in total', async () => {
    const compressed = Buffer.alloc(2 * megabyte);
    const parts = [1, 2, 3].map((n) => ({ name: `${n}.bin`, compressed, size: 400 * megabyte }));
    await expect(checkEntries(parts)).rejects.toMatchObject({
      code: 'file-too-large',
      predicate: 'has 1201 MB once decompressed; at most 1024 MB are allowed',
    });
  });

  it('too many parts', async () => {
    const parts = Array.from({ length: zipLimits.entries }, (_, n) => ({ name: `${n}`, method: 0 }));
    await expect(checkEntries(parts)).rejects.toMatchObject({
      code: 'file-too-large',
      predicate: 'has 20001 parts; at most 20000 are allowed',
    });
  });
});

/** Parts called `a.bin` whose content does not match its declaration. */
const brokenContents = (large: Buffer): [string, RawEntry][] => [
  ['more inside than declared', { name: 'a.bin', data: 'more than this', size: 4 }],
  ['more inside than declared, in a large part', { name: 'a.bin', data: large, size: large.length - 1 }],
  ['less inside than declared', { name: 'a.bin', data: 'less', size: 5 }],
  ['less inside than declared, in a large part', { name: 'a.bin', data: large, size: large.length + 1 }],
  ['stored and of another size', { name: 'a.bin', data: 'stored', method: 0, size: 7 }],
  ['no deflate data', { name: 'a.bin', compressed: Buffer.from('\xff\xff\xff', 'latin1'), size: 3 }],
  [
    'deflate data cut off',
    { name: 'a.bin', compressed: deflateRawSync(large).subarray(0, -5), size: large.length },
  ],
  ['an unknown method', { name: 'a.bin', method: 9 }],
  ['encrypted', { name: 'a.bin', data: 'x', flags: 1 }],
];

describe('documents with false declarations', () => {
  const large = Buffer.alloc(3 * megabyte, 'no bomb');
  /** A part that must be intact. */
  const needed: RawEntry = { name: '_rels/.rels', data: relationships([['custom', 'a.bin']]) };

  it.each(brokenContents(large))('%s', async (_, broken) => {
    await expect(checkEntries([needed, broken])).rejects.toMatchObject({
      ...damaged,
      predicate: 'is damaged: its part a.bin cannot be read',
    });
  });

  it.each(brokenContents(large))('%s, in a part that no relationship names', async (_, broken) => {
    const other = { name: 'b.bin', data: 'intact' };
    await expect(checkEntries([needed, { ...broken, name: 'c.bin' }, other])).resolves.toEqual([
      contentTypes.name,
      needed.name,
      other.name,
    ]);
  });

  it('a broken thumbnail', async () => {
    const named = (type: string, content: string): RawEntry => ({
      name: '_rels/.rels',
      data:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
        `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/${type}" Target="docProps/a.jpeg"/>` +
        `${content}</Relationships>`,
    });
    const broken = { name: 'docProps/a.jpeg', compressed: Buffer.from('no deflate data'), size: 20 };
    await expect(checkEntries([named('thumbnail', ''), broken])).resolves.not.toContain(broken.name);
    await expect(checkEntries([named('core-properties', ''), broken])).rejects.toMatchObject(damaged);
    const alsoShown = '<Relationship Id="rId2" Type="image" Target="/docProps/A.jpeg"/>';
    await expect(checkEntries([named('thumbnail', alsoShown), broken])).rejects.toMatchObject(damaged);
  });

  it('broken relationships', async () => {
    const broken = { name: 'word/_rels/document.xml.rels', data: 'less', size: 5 };
    await expect(checkEntries([broken])).rejects.toMatchObject(damaged);
  });

  it.each<[string, RawEntry[]]>([
    ['the same name twice', [{ name: 'a.bin' }, { name: 'a.bin' }]],
    ['the same name in another case', [{ name: 'word/a.bin' }, { name: 'word/A.BIN' }]],
    ['another name in the local header', [{ name: 'a.bin', localName: 'b.bin' }]],
    [
      'data shared by two entries',
      [
        { name: 'a.bin', data: 'shared' },
        { name: 'a.bin ', sharesDataOf: 1 },
      ],
    ],
  ])('%s', async (_, entries) => {
    await expect(checkEntries(entries)).rejects.toMatchObject(damaged);
  });

  it('an entry that overlaps the directory', async () => {
    const zip = rawZip([contentTypes, { name: 'a.bin', data: 'x', method: 0 }]);
    const entry = zip.lastIndexOf('PK\x01\x02');
    zip.writeUInt32LE(20, entry + 20);
    zip.writeUInt32LE(20, entry + 24);
    await expect(check(zip)).rejects.toMatchObject({
      ...damaged,
      cause: { message: 'entries overlap the directory' },
    });
  });

  it('entries inside other entries', async () => {
    const inner = rawZip([{ name: 'inner.bin', data: 'inner', method: 0 }]);
    const local = inner.subarray(0, inner.indexOf('PK\x01\x02'));
    const outer = { name: 'outer.bin', data: local, method: 0 };
    const plain = rawZip([contentTypes, outer, { name: 'inner.bin', sharesDataOf: 0 }]);
    const place = plain.indexOf('inner.bin') - 30;
    plain.writeUInt32LE(place, plain.lastIndexOf('inner.bin') - 4);
    await expect(check(plain)).rejects.toMatchObject({
      ...damaged,
      cause: { message: 'inner.bin overlaps another entry' },
    });
  });

  it.each([
    ['no ZIP', Buffer.from('no zip at all, really none')],
    ['cut off', makeDocx().subarray(0, -1)],
    ['no content types', rawZip([{ name: 'a.xml', data: '<a/>' }])],
  ])('%s', async (_, bytes) => {
    await expect(check(bytes)).rejects.toMatchObject(damaged);
  });
});

describe('bytes after the archive', () => {
  it.each([
    ['one byte', Buffer.alloc(1)],
    ['a page of HTML', Buffer.from('<html>'.repeat(5000))],
    ['the beginning of an end record', Buffer.from(`PK\x05\x06${'\0'.repeat(30)}`, 'latin1')],
  ])('are ignored: %s', async (_, rest) => {
    const document = makeDocx();
    await expect(check(Buffer.concat([document, rest]))).resolves.toEqual(Object.keys(unzipSync(document)));
    const commented = rawZip([contentTypes, { name: 'a.bin' }], { comment: 'a comment' });
    await expect(check(Buffer.concat([commented, rest]))).resolves.toEqual([contentTypes.name, 'a.bin']);
  });

  it('cannot be a second document, or more than 64 KB', async () => {
    await expect(check(Buffer.concat([makeDocx(), makeXlsx()]))).rejects.toMatchObject(damaged);
    await expect(check(Buffer.concat([makeDocx(), Buffer.alloc(70_000)]))).rejects.toMatchObject(damaged);
  });

  it('cannot be a truncated second document', async () => {
    const [first, second] = [makeDocx(), makeXlsx()];
    await expect(check(Buffer.concat([first, second.subarray(0, -1)]))).resolves.toEqual(
      Object.keys(unzipSync(first)),
    );
  });
});

describe('document type declarations', () => {
  const body = partText(makeDocx(), 'word/document.xml').replace(/^.*\n/, '');
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>';
  const withBody = (content: string | Buffer): Buffer =>
    withParts(makeDocx(), { 'word/document.xml': content });

  it.each([
    ['at the beginning', bomb + body],
    [
      'behind declaration, remark and white space',
      `<?xml version="1.0"?>\n<!-- <a> -->\t<?pi <b> ?>\n${bomb}${body}`,
    ],
    ['behind a byte order mark', `\ufeff${bomb}${body}`],
    ['in UTF-16', Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${bomb}${body}`, 'utf16le')],
    ['in UTF-16 of the other order', Buffer.from(`<?xml version="1.0"?>${bomb}${body}`, 'utf16le').swap16()],
    ['in an encoding that hides it', `<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a+AD4-${body}`],
    ['in one that shifts', `<?xml version="1.0" encoding="ISO-2022-JP"?>${body}`],
    ['in UTF-32', Buffer.from(`${bomb}<a/>`.replaceAll(/./g, '$&\0\0\0'), 'latin1')],
    ['in EBCDIC', Buffer.from('4c5ac4d6c3e3e8d7c5408140', 'hex')],
    ['far behind', `<!--${' '.repeat(70_000)}-->${bomb}${body}`],
  ])('are rejected %s', async (_, content) => {
    await expect(check(withBody(content))).rejects.toMatchObject(damaged);
  });

  it('are also searched in relationships and VML', async () => {
    const vml = { 'word/drawing.vml': bomb + '<xml/>' };
    const types = partText(makeDocx(), '[Content_Types].xml').replace(
      '<Override',
      '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override',
    );
    await expect(
      check(withParts(makeDocx(), { ...vml, '[Content_Types].xml': types })),
    ).rejects.toMatchObject(damaged);
    const relationships = bomb + '<Relationships/>';
    await expect(
      check(withParts(makeDocx(), { 'word/_rels/document.xml.rels': relationships })),
    ).rejects.toMatchObject(damaged);
  });

  it.each([
    ['only in text', body.replace('A document', '<![CDATA[<!DOCTYPE html>]]>')],
    ['in a remark', `<!-- <!DOCTYPE a> -->${body}`],
    ['not there, in UTF-16', Buffer.from(`\ufeff${body}`, 'utf16le')],
  ])('do no harm %s', async (_, content) => {
    await expect(check(withBody(content))).resolves.toContain('word/document.xml');
  });

  it('are allowed in images', async () => {
    const types = partText(makeDocx(), '[Content_Types].xml').replace(
      '<Override',
      '<Default Extension="svg" ContentType="image/svg+xml"/><Override',
    );
    const svg = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg/>';
    const document = withParts(makeDocx(), { 'word/media/a.svg': svg, '[Content_Types].xml': types });
    await expect(check(document)).resolves.toEqual(Object.keys(unzipSync(document)));
  });
});
