import { describe, expect, it } from 'vitest';
import { readCMap } from '#lib/engines/pdf/conformance/fonts/shown/cmap.ts';

const cmap = (text: string) => readCMap(Buffer.from(text));

describe('a CMap', () => {
  it('maps codes to character ids', () => {
    const map = cmap(
      '1 begincidchar <20> 7 endcidchar 2 begincidrange <8140> <8150> 633 <A0> <A2> 9 endcidrange',
    );
    expect([0x20, 0x8140, 0x8150, 0xa2, 0xa3].map((code) => map.idOf(code))).toEqual([
      7,
      633,
      649,
      11,
      undefined,
    ]);
  });

  it('maps codes to texts', () => {
    const map = cmap(
      'beginbfchar <01> <00660069> <02> <D83DDE00> endbfchar beginbfrange <10> <12> <0041> <20> <21> [<0078> <0079>] endbfrange',
    );
    expect([1, 2, 0x11, 0x20, 0x21, 0x22].map((code) => map.textOf(code))).toEqual([
      'fi',
      '😀',
      'B',
      'x',
      'y',
      undefined,
    ]);
  });

  it('takes time linear in its length, however large its ranges are', () => {
    const ranges = Array.from({ length: 20_000 }, () => '<00000000> <FFFFFFFF> 1').join('\n');
    const begun = process.cpuUsage();
    expect(cmap(`begincidrange ${ranges} endcidrange`).idOf(5)).toBe(6);
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000);
  });

  it('skips what is not understood', () => {
    expect(
      cmap('begincidrange <00> endcidrange <zz> ) >> beginbfchar <01> endbfchar').textOf(1),
    ).toBeUndefined();
  });
});
