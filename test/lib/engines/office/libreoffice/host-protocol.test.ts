import { expect, it } from 'vitest';
import { parseHostMessage } from '#lib/engines/office/libreoffice/host-protocol.ts';

it.each([
  { event: 'ready', confinement: { calls: true, files: false } },
  { event: 'warm' },
  { event: 'opening' },
  { event: 'done', fonts: [{ requested: 'Arial', used: ['Liberation Sans/Regular'] }] },
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
  expect(fonts([...invalid, use])).toEqual({ event: 'done', fonts: [use] });
  expect(fonts(Array.from({ length: 300 }, () => use))).toHaveProperty('fonts.length', 200);
  expect(fonts('Arial')).toEqual({ event: 'done', fonts: [] });
});

it('treats unstated confinement as absent', () => {
  expect(parseHostMessage('{"event":"ready","confinement":{"calls":1}}')).toEqual({
    event: 'ready',
    confinement: { calls: false, files: false },
  });
});
