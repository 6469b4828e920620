import { describe, expect, it } from 'vitest';
import { parseGoJson } from '#lib/gotenberg/form/go-json.ts';

describe('parseGoJson', () => {
  it.each([
    ['foo', "invalid character 'o' in literal false (expecting 'a')"],
    ['x', "invalid character 'x' looking for beginning of value"],
    ['', 'unexpected end of JSON input'],
    ['[1', 'unexpected end of JSON input'],
    ['[1 2]', "invalid character '2' after array element"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{} {}', "invalid character '{' after top-level value"],
    ['tru', 'unexpected end of JSON input'],
  ])('describes %j as Go does', (text, message) => {
    expect(() => parseGoJson(text)).toThrow(message);
  });

  it('parses JSON', () => {
    expect(parseGoJson('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] });
  });

  it('needs no stack for deeply nested text', () => {
    expect(() => parseGoJson('['.repeat(100_000))).toThrow('unexpected end of JSON input');
  });
});
