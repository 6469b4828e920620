import { expect, it } from 'vitest';
import { parseHostMessage } from '#lib/office/libreoffice/host-protocol.ts';

it.each([
  { event: 'ready', confinement: { calls: true, files: false } },
  { event: 'warm' },
  { event: 'opening' },
  { event: 'done' },
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
])('makes nothing of %s', (line) => {
  expect(parseHostMessage(line)).toBeUndefined();
});

it('takes confinement that is not stated for absent', () => {
  expect(parseHostMessage('{"event":"ready","confinement":{"calls":1}}')).toEqual({
    event: 'ready',
    confinement: { calls: false, files: false },
  });
});
