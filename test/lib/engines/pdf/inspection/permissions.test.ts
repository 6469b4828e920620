import { expect, it } from 'vitest';
import { permissionsOf } from '#lib/engines/pdf/inspection/permissions.ts';

it.each([
  ['an unencrypted document', undefined, 8],
  ['all bits', { revision: 6, permissions: -1 }, 8],
  ['no bits', { revision: 6, permissions: 0xf000_00c0 | 0 }, 0],
])('permissionsOf %s', (_, access, count) => {
  expect(permissionsOf(access)).toHaveLength(count);
});

it('permissionsOf reads each bit', () => {
  expect(permissionsOf({ revision: 4, permissions: 1 << 4 })).toEqual(['copy']);
  expect(permissionsOf({ revision: 6, permissions: (1 << 2) | (1 << 11) })).toEqual(['print', 'print-high']);
});

it('permissionsOf revision 2 grants with the first four bits what it has no bits for', () => {
  expect(permissionsOf({ revision: 2, permissions: 1 << 3 })).toEqual(['modify', 'assemble']);
});
