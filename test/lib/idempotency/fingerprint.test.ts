import { describe, expect, it } from 'vitest';
import type { InputFile } from '#lib/files/input-file.ts';
import { fingerprintOf, keyDigest } from '#lib/idempotency/fingerprint.ts';

const inline = (text: string, fileName = 'a.pdf'): InputFile => ({
  field: 'files[0]',
  fileName,
  size: text.length,
  source: { kind: 'inline', bytes: Buffer.from(text) },
});
const uploaded = (eTag: string, id = 'upl_1'): InputFile => ({
  field: 'file',
  fileName: 'a.pdf',
  size: 1,
  source: {
    kind: 'stored',
    object: { key: `uploads/key_me/${id}`, eTag, fileName: 'a.pdf', size: 1 },
  },
});

const payload = {
  files: { files: [inline('one'), inline('two')] },
  fields: { fileName: 'x.pdf', metadata: { title: 'a', author: 'b' }, password: 'geheim' },
};

describe('a fingerprint', () => {
  it('includes the text of URLs', () => {
    const of = (url: string) => fingerprintOf('key', { files: { file: { field: 'file', url } } });
    expect(of('https://example.com/?a')).toBe(of('https://example.com/?a'));
    expect(of('https://example.com/?a')).not.toBe(of('https://example.com/?b'));
  });

  it('is equal for equal payloads, regardless of the order of keys and absent fields', () => {
    const same = {
      fields: {
        password: 'geheim',
        metadata: { author: 'b', title: 'a' },
        fileName: 'x.pdf',
        pages: undefined,
      },
      files: { files: [inline('one'), inline('two')] },
    };
    expect(fingerprintOf('key', same)).toBe(fingerprintOf('key', payload));
    expect(fingerprintOf('key', payload)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, Parameters<typeof fingerprintOf>[1]]>([
    ['another order of files', { ...payload, files: { files: [inline('two'), inline('one')] } }],
    ['another byte', { ...payload, files: { files: [inline('one'), inline('twp')] } }],
    ['another file name', { ...payload, files: { files: [inline('one', 'b.pdf'), inline('two')] } }],
    ['a file less', { ...payload, files: { files: [inline('one')] } }],
    ['the files in another field', { ...payload, files: { assets: payload.files.files } }],
    ['another value', { ...payload, fields: { ...payload.fields, fileName: 'y.pdf' } }],
    ['another password', { ...payload, fields: { ...payload.fields, password: 'Geheim' } }],
    ['another order of a list', { ...payload, fields: { ...payload.fields, pages: ['1', '2'] } }],
    ['JSON instead of fields', { files: payload.files, json: payload.fields }],
  ])('differs with %s', (_, other) => {
    expect(fingerprintOf('key', other)).not.toBe(fingerprintOf('key', payload));
  });

  it('distinguishes lists by their order', () => {
    expect(fingerprintOf('key', { json: { list: [1, 2] } })).not.toBe(
      fingerprintOf('key', { json: { list: [2, 1] } }),
    );
  });

  it('distinguishes uploads by object and version', () => {
    const of = (file: InputFile) => fingerprintOf('key', { files: { file } });
    expect(of(uploaded('"1"'))).toBe(of(uploaded('"1"')));
    expect(of(uploaded('"1"'))).not.toBe(of(uploaded('"2"')));
    expect(of(uploaded('"1"'))).not.toBe(of(uploaded('"1"', 'upl_2')));
  });

  it('cannot be computed without the key, of which only a digest is stored', () => {
    expect(fingerprintOf('key', payload)).not.toBe(fingerprintOf('other', payload));
    expect(keyDigest('key')).toMatch(/^[0-9a-f]{64}$/);
  });
});
