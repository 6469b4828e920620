import { expect, it } from 'vitest';
import { parseMappings } from '#lib/engines/office/libreoffice/inherited-memory.ts';

it('finds shared mappings and those that forks do not inherit, without those of the kernel', () => {
  const mapping = (range: string, permissions: string, flags: string): string =>
    `${range} ${permissions} 00000000 00:00 0 \nSize:                  4 kB\nTHPeligible:           0\nVmFlags: ${flags} \n`;
  const smaps =
    mapping('7f0000000000-7f0000001000', 'rw-p', 'rd wr mr mw me ac sd') +
    mapping('7f0000001000-7f0000003000', 'rw-p', 'rd wr mr mw me dc ac sd') +
    mapping('7f0000003000-7f0000004000', 'r--p', 'rd mr pf io de dd') +
    mapping('7f0000004000-7f0000005000', 'rw-s', 'rd wr sh mr mw me ms io de');
  expect(parseMappings(smaps)).toEqual([
    { start: 0x7f0000000000n, end: 0x7f0000001000n, isShared: false, isExcluded: false },
    { start: 0x7f0000001000n, end: 0x7f0000003000n, isShared: false, isExcluded: true },
    { start: 0x7f0000004000n, end: 0x7f0000005000n, isShared: true, isExcluded: false },
  ]);
});
