import { describe, expect, it } from 'vitest';
import { readPicturedPage, readPrintedPage } from '#lib/gotenberg/fields/page-options.ts';
import { Form } from '#lib/gotenberg/form/form.ts';

const formOf = (values: Record<string, string>): Form =>
  new Form(new Map(Object.entries(values).map(([name, value]) => [name, [value]])), []);

/** The options for the fields of a form that is valid. */
const printed = (values: Record<string, string>): Record<string, string> => {
  const form = formOf(values);
  const { check, fields } = readPrintedPage(form);
  form.faults.check();
  check();
  return fields;
};

const pictured = (values: Record<string, string>): Record<string, string> => {
  const form = formOf(values);
  const { fields } = readPicturedPage(form);
  form.faults.check();
  return fields;
};

describe('options of pages', () => {
  it.each([
    [{ paperWidth: '0' }, { paperWidth: '8.5', paperHeight: '11' }],
    [
      { paperWidth: '0mm', paperHeight: '0' },
      { paperWidth: '8.5', paperHeight: '11' },
    ],
    [{ marginTop: '0' }, { marginTop: '0', marginLeft: '0.39' }],
    [{ waitDelay: '.5s' }, { waitDelay: '500' }],
    [{ waitDelay: '-1s' }, { waitDelay: '0' }],
    [{ nativePageRanges: '-2' }, { pageRanges: '1-2' }],
    [{ nativePageRanges: '3, -2,5-' }, { pageRanges: '3,1-2,5-' }],
    [
      {
        emulatedMediaFeatures:
          '{"prefers-color-scheme":"dark","foo":"bar","color-gamut":"x","forced-colors":null}',
      },
      { emulatedMediaFeatures: '[{"name":"prefers-color-scheme","value":"dark"}]' },
    ],
    [{ emulatedMediaFeatures: 'null' }, { emulatedMediaFeatures: '[]' }],
    [{ cookies: 'null' }, { cookies: '[]' }],
  ])('%j becomes %j', (values, expected) => {
    expect(printed(values)).toMatchObject(expected);
  });

  it('take zero for the default scale', () => {
    expect(printed({ scale: '0' })).not.toHaveProperty('scale');
    expect(pictured({ deviceScaleFactor: '0' })).not.toHaveProperty('deviceScaleFactor');
  });

  it('take zero for the default size of a screenshot', () => {
    expect(pictured({ width: '0', height: '0' })).toMatchObject({ width: '800', height: '600' });
  });

  it('read cookies as a struct of Go', () => {
    const cookies = [
      {
        NAME: 'a',
        Value: 'b',
        domain: 'example.com:80',
        foo: 1,
        Secure: true,
        HTTPONLY: null,
        samesite: 'lax',
      },
    ];
    const [cookie] = JSON.parse(printed({ cookies: JSON.stringify(cookies) })['cookies'] ?? '') as unknown[];
    expect(cookie).toEqual({ name: 'a', value: 'b', domain: 'example.com', secure: true, sameSite: 'Lax' });
  });

  it.each([
    ['[null]', 'cookie 0 must have its name, value and domain set'],
    [
      '[{"name":"a","value":"b","domain":"c","secure":"yes"}]',
      'unmarshal cookies: json: cannot unmarshal string into Go struct field Cookie.secure of type bool',
    ],
    [
      '[{"name":"a","value":"b","domain":"c","sameSite":"bogus"}]',
      'unmarshal cookies: unknown CookieSameSite value: bogus',
    ],
  ])('reject the cookies %s', (cookies, message) => {
    expect(() => printed({ cookies })).toThrow(message);
  });
});
