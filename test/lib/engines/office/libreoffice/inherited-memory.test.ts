import { expect, it } from 'vitest';
import { excludedMappings } from '#lib/engines/office/libreoffice/inherited-memory.ts';

it('finds the mappings that forks do not inherit, without those of devices', () => {
  const mapping = (range: string, flags: string): string =>
    `${range} rw-p 00000000 00:00 0 \nSize:                  4 kB\nTHPeligible:           0\nVmFlags: ${flags} \n`;
  const smaps =
    mapping('7f0000000000-7f0000001000', 'rd wr mr mw me ac sd') +
    mapping('7f0000001000-7f0000003000', 'rd wr mr mw me dc ac sd') +
    mapping('7f0000003000-7f0000004000', 'rd wr io dc de') +
    mapping('ffffffffff600000-ffffffffff601000', 'dc');
  expect(excludedMappings(smaps)).toEqual([
    { start: 0x7f0000001000n, end: 0x7f0000003000n },
    { start: 0xffffffffff600000n, end: 0xffffffffff601000n },
  ]);
});
