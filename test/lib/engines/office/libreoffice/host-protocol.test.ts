import { expect, it } from 'vitest';
import { parseHostMessage } from '#lib/engines/office/libreoffice/host-protocol.ts';

it.each([
  { event: 'ready', confinement: { calls: true, files: false } },
  { event: 'warm' },
  { event: 'opening' },
  { event: 'done', fonts: [{ requested: 'Arial', used: ['Liberation Sans/Regular'] }], sheets: ['Budget'] },
  { event: 'failed', stage: 'load', message: 'why' },
] as const)('reads $event', (message) => {
  expect(parseHostMessage(JSON.stringify(message))).toEqual(message);
});

it.each([
  'noise',
  'null',
  '[]',
  '{"event":"other"}',
  '{"event":"failed","stage":"other","message":""}',
  '{"event":"failed","stage":"load"}',
])('ignores %s', (line) => {
  expect(parseHostMessage(line)).toBeUndefined();
});

it('omits malformed font uses, and uses beyond the maximum', () => {
  const fonts = (value: unknown): unknown =>
    parseHostMessage(JSON.stringify({ event: 'done', fonts: value }));
  const use = { requested: 'Arial', used: ['Carlito'] };
  const invalid = [
    null,
    'Arial',
    { requested: 'Arial' },
    { ...use, requested: 'x'.repeat(101) },
    { ...use, used: [1] },
  ];
  expect(fonts([...invalid, use])).toEqual({ event: 'done', fonts: [use], sheets: [] });
  expect(fonts(Array.from({ length: 300 }, () => use))).toHaveProperty('fonts.length', 200);
  expect(fonts('Arial')).toEqual({ event: 'done', fonts: [], sheets: [] });
});

it('cuts the names of sheets to the limits', () => {
  const sheets = (value: unknown): unknown =>
    parseHostMessage(JSON.stringify({ event: 'done', sheets: value }));
  expect(sheets(['x'.repeat(300), 1])).toMatchObject({ sheets: ['x'.repeat(200), ''] });
  expect(sheets(Array.from({ length: 2000 }, () => 'Sheet'))).toHaveProperty('sheets.length', 1001);
  expect(sheets('Sheet')).toMatchObject({ sheets: [] });
});

it('treats unstated confinement as absent', () => {
  expect(parseHostMessage('{"event":"ready","confinement":{"calls":1}}')).toEqual({
    event: 'ready',
    confinement: { calls: false, files: false },
  });
});
