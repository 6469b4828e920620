import { describe, expect, it } from 'vitest';
import { contract } from '#lib/api/contracts/html-url.ts';
import { faultsOf } from '#lib/http/field-fault.ts';
import { renderOptions } from '#lib/conversions/html/options.ts';

const url = 'https://example.com/';

function faults(texts: Record<string, string>): Record<string, string> {
  const result = contract.body.fields.safeParse({ url, ...texts }, { reportInput: true });
  return Object.fromEntries(
    (result.error?.issues ?? [])
      .flatMap(faultsOf)
      .map(({ field, code, message }) => [field, `${code}: ${message}`]),
  );
}

const optionsOf = (texts: Record<string, string>) =>
  renderOptions(contract.body.fields.parse({ url, ...texts }));

describe('the options of a rendering', () => {
  it('have defaults for a PDF', () => {
    expect(optionsOf({ format: 'pdf' })).toEqual({
      format: 'pdf',
      page: {
        javascript: true,
        extraHttpHeaders: {},
        cookies: [],
        emulatedMediaFeatures: [],
        skipNetworkIdle: false,
        failOnResourceErrors: false,
        failOnConsoleErrors: false,
      },
      pdf: {
        paper: { width: 210 / 25.4, height: 297 / 25.4 },
        margins: { top: 10 / 25.4, right: 10 / 25.4, bottom: 10 / 25.4, left: 10 / 25.4 },
        landscape: false,
        scale: 1,
        preferCssPageSize: true,
        printBackground: true,
        singlePage: false,
        tagged: true,
        outline: true,
      },
    });
  });

  it('have defaults for an image', () => {
    expect(optionsOf({ format: 'webp' })).toEqual({
      format: 'webp',
      page: {
        javascript: true,
        extraHttpHeaders: {},
        cookies: [],
        emulatedMediaFeatures: [],
        skipNetworkIdle: false,
        failOnResourceErrors: false,
        failOnConsoleErrors: false,
      },
      image: {
        width: 1280,
        height: 800,
        fullPage: true,
        deviceScaleFactor: 1,
        quality: 90,
        omitBackground: false,
      },
    });
  });

  it('accept any number within their bounds, as programs format it', () => {
    const scale = (0.1 + 0.2).toString();
    expect(optionsOf({ format: 'pdf', scale })).toMatchObject({ pdf: { scale: 0.1 + 0.2 } });
  });

  it('are all parsed', () => {
    const options = optionsOf({
      format: 'pdf',
      paperWidth: '10cm',
      paperHeight: '4',
      marginTop: '0',
      landscape: 'true',
      scale: '0.5',
      pageRanges: '1-3, 5, 8-',
      headerTemplate: '<b class="title"></b>',
      waitDelay: '200',
      waitForSelector: '#ready',
      waitForExpression: 'window.ready',
      emulatedMediaType: 'screen',
      javascript: 'false',
      userAgent: 'Tester/1.0',
      extraHttpHeaders: '{"Authorization":"Bearer abc"}',
      cookies: '[{"name":"a","value":"b","sameSite":"Lax"}]',
      emulatedMediaFeatures: '[{"name":"prefers-color-scheme","value":"dark"}]',
      skipNetworkIdle: 'true',
      failOnResourceErrors: 'true',
      failOnConsoleErrors: 'true',
    });
    expect(options).toMatchObject({
      pdf: {
        paper: { width: 10 / 2.54, height: 4 },
        margins: { top: 0 },
        landscape: true,
        scale: 0.5,
        pageRanges: '1-3,5,8-',
        headerTemplate: '<b class="title"></b>',
      },
      page: {
        waitDelay: 200,
        waitForSelector: '#ready',
        waitForExpression: 'window.ready',
        emulatedMediaType: 'screen',
        javascript: false,
        userAgent: 'Tester/1.0',
        extraHttpHeaders: { Authorization: 'Bearer abc' },
        cookies: [{ name: 'a', value: 'b', sameSite: 'Lax' }],
        emulatedMediaFeatures: [{ name: 'prefers-color-scheme', value: 'dark' }],
        skipNetworkIdle: true,
        failOnResourceErrors: true,
        failOnConsoleErrors: true,
      },
    });
  });
});

describe('an invalid field is named', () => {
  it.each([
    ['format', {}, 'missing-field'],
    ['format', { format: 'gif' }, 'must be pdf, png, jpeg or webp'],
    ['url', { format: 'pdf', url: 'example.com' }, 'invalid-field'],
    ['url', { format: 'pdf', url: 'file:///etc/passwd' }, 'url-not-allowed'],
    ['url', { format: 'pdf', url: 'view-source:http://example.com' }, 'url-not-allowed'],
    ['url', { format: 'pdf', url: 'javascript:alert(1)' }, 'url-not-allowed'],
    ['pageSize', { format: 'pdf', pageSize: 'A99' }, 'A0, A1'],
    ['paperHeight', { format: 'pdf', paperWidth: '5in' }, 'is required with paperWidth'],
    ['paperWidth', { format: 'pdf', paperWidth: '5in', pageSize: 'A4' }, 'pageSize'],
    ['paperWidth', { format: 'pdf', paperWidth: '0', paperHeight: '5in' }, '0.1 to 200 inches'],
    ['marginTop', { format: 'pdf', marginTop: '-1' }, 'inches'],
    ['scale', { format: 'pdf', scale: '3' }, 'from 0.1 to 2'],
    ['scale', { format: 'pdf', scale: '1e0' }, 'from 0.1 to 2'],
    ['pageRanges', { format: 'pdf', pageRanges: '3-1' }, 'invalid-range'],
    ['pageRanges', { format: 'pdf', pageRanges: '-2' }, 'counts from the end'],
    ['landscape', { format: 'pdf', landscape: 'yes' }, 'true or false'],
    ['fullPage', { format: 'pdf', fullPage: 'true' }, 'applies only to images'],
    ['scale', { format: 'png', scale: '1' }, 'applies only to PDFs'],
    ['quality', { format: 'png', quality: '50' }, 'jpeg and webp'],
    ['quality', { format: 'jpeg', quality: '0' }, 'from 1 to 100'],
    ['omitBackground', { format: 'jpeg', omitBackground: 'true' }, 'JPEG has no transparency'],
    ['fullPage', { format: 'png', fullPage: 'true', selector: 'h1' }, 'selector'],
    ['width', { format: 'png', width: '0' }, 'from 1 to 8192'],
    ['deviceScaleFactor', { format: 'png', deviceScaleFactor: '9' }, 'from 0.1 to 4'],
    ['waitDelay', { format: 'png', waitDelay: '10001' }, 'from 0 to 10000'],
    ['emulatedMediaType', { format: 'png', emulatedMediaType: 'tv' }, 'print or screen'],
    ['userAgent', { format: 'png', userAgent: 'a\r\nX: y' }, 'printable ASCII'],
    ['extraHttpHeaders', { format: 'png', extraHttpHeaders: 'X: y' }, 'must be JSON'],
    ['extraHttpHeaders', { format: 'png', extraHttpHeaders: '["X"]' }, 'must be an object'],
    ['extraHttpHeaders', { format: 'png', extraHttpHeaders: '{"X":1}' }, '.X must be a string'],
    ['extraHttpHeaders', { format: 'png', extraHttpHeaders: '{"X":"a\\r\\nY: b"}' }, 'line breaks'],
    [
      'extraHttpHeaders',
      { format: 'png', extraHttpHeaders: '{"Proxy-Authorization":"x"}' },
      'that the browser sets',
    ],
    ['extraHttpHeaders', { format: 'png', extraHttpHeaders: '{"host":"x"}' }, 'that the browser sets'],
    ['cookies', { format: 'png', cookies: '{}' }, 'must be an array'],
    ['cookies', { format: 'png', cookies: '[{"name":"a","value":"b;c"}]' }, '[0].value'],
    [
      'cookies',
      { format: 'png', cookies: '[{"name":"a","value":"b","url":"x"}]' },
      'unknown properties: url',
    ],
    ['clip', { format: 'png', clip: '[1,2]' }, 'object'],
    ['clip', { format: 'png', clip: '{"x":0,"y":0,"width":5}' }, '.height must be a number from 1'],
    ['clip', { format: 'png', clip: '{"x":-1,"y":0,"width":5,"height":5}' }, '.x must be a number from 0'],
    ['selector', { format: 'png', selector: 'h1', clip: '{"x":0,"y":0,"width":5,"height":5}' }, 'clip'],
    ['outline', { format: 'pdf', tagged: 'false', outline: 'true' }, 'needs tags'],
    ['tagged', { format: 'pdf', tagged: 'false', pdfua: 'true' }, 'must not be false with pdfua'],
    ['tagged', { format: 'pdf', tagged: 'false', pdfa: '2a' }, 'must not be false with pdfa 2a'],
    ['emulatedMediaFeatures', { format: 'png', emulatedMediaFeatures: '{}' }, 'must be an array'],
    [
      'emulatedMediaFeatures',
      { format: 'png', emulatedMediaFeatures: '[{"name":"width","value":"3"}]' },
      'one of prefers-color-scheme',
    ],
    [
      'emulatedMediaFeatures',
      { format: 'png', emulatedMediaFeatures: '[{"name":"prefers-color-scheme","value":"blue"}]' },
      '[0].value must be one of light, dark',
    ],
    ['colour', { format: 'png', colour: 'red' }, 'is not a field'],
  ])('%s of %j', (field, texts, message) => {
    const found = faults(texts);
    expect(Object.keys(found)).toEqual([field]);
    expect(found[field]).toContain(message);
  });

  it('also when margins leave no space', () => {
    expect(() => optionsOf({ format: 'pdf', marginLeft: '4in', marginRight: '5in' })).toThrow(
      expect.objectContaining({
        code: 'invalid-field',
        errors: [
          { field: 'marginLeft', message: expect.stringContaining('8.27 inches') as string },
          { field: 'marginRight', message: expect.any(String) as string },
        ],
      }),
    );
  });

  it('but a single page grows with its margins', () => {
    const texts = { format: 'pdf', marginTop: '6in', marginBottom: '6in' };
    expect(() => optionsOf(texts)).toThrow('height');
    expect(optionsOf({ ...texts, singlePage: 'true' })).toMatchObject({ pdf: { margins: { top: 6 } } });
  });
});
