import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ApiDocument } from '../../../functions/docs/console/api-document.ts';
import { stampErrors, stampFields, stampRequest } from '../../../functions/docs/console/stamp-task.ts';
import { stampText } from '../../../functions/docs/console/stamp-text.ts';

const openApi = new URL('../../../functions/docs/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(openApi, 'utf8')) as ApiDocument;

describe('the stamp task of the console', () => {
  it('has the fields of a text', () => {
    expect(stampFields(document, false).map(({ name }) => name)).toEqual([
      'layer',
      'text',
      'pages',
      'position',
      'offset',
      'rotation',
      'opacity',
      'fontSize',
      'color',
      'tile',
      'password',
      'fileName',
    ]);
  });

  it('has the fields of a file', () => {
    const names = stampFields(document, true).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['page', 'scale']));
    expect(names).not.toContain('text');
  });

  it('sends numbers, switches and lists as JSON, and other values as text', () => {
    const values = { text: '12', fontSize: '9', tile: 'true', offset: '[1,-2]', pages: '1', password: '7' };
    const { stamp = '', ...others } = stampRequest(values, stampFields(document, false), undefined);
    expect(JSON.parse(stamp)).toEqual({ text: '12', fontSize: 9, tile: true, offset: [1, -2], pages: '1' });
    expect(others).toEqual({ password: '7' });
  });

  it('sends the name of the file, and what is not valid as it is', () => {
    const values = { layer: 'watermark', scale: '10%' };
    expect(stampRequest(values, stampFields(document, true), 'logo.png')).toEqual({
      watermark: '{"file":"logo.png","scale":"10%"}',
    });
  });

  it.each([
    ['stamp', 'text'],
    ['stamp.offset[1]', 'offset[1]'],
    ['stamp[0].page', 'page'],
    ['watermark.color', 'color'],
    ['file', 'file'],
  ])('shows errors of %s at %s', (field, place) => {
    expect(stampErrors([{ field, message: 'm' }])).toEqual([{ field: place, message: 'm' }]);
  });

  it('replaces the names in braces of its preview as the service does', () => {
    const replacements = { page: '1', pages: '7', date: '2026-11-28', fileName: 'report.pdf' };
    expect(stampText('{fileName} {page}/{pages}, {date} {other}', replacements)).toBe(
      'report.pdf 1/7, 2026-11-28 {other}',
    );
  });
});
