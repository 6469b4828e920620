import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { stampField, watermarkField } from '#lib/api/fields/finishing/overlay-fields.ts';
import { limits } from '#lib/base/limits.ts';
import { faultsOf } from '#lib/http/field-fault.ts';
import { overlayDefaults } from '../../../../support/overlay-defaults.ts';

const fields = z.strictObject({ stamp: stampField, watermark: watermarkField });

const parsed = (stamp: unknown) => fields.parse({ stamp: JSON.stringify(stamp) }).stamp;

/** The faults of a stamp, by place. */
function faults(value: unknown): string[] {
  const stamp = typeof value === 'string' ? value : JSON.stringify(value);
  const result = fields.safeParse({ stamp }, { reportInput: true });
  return (result.error?.issues ?? []).flatMap(faultsOf).map(({ field, message }) => `${field} ${message}`);
}

describe('stamp', () => {
  it('fills in defaults', () => {
    expect(parsed({ text: 'Paid' })).toEqual([{ ...overlayDefaults, text: 'Paid' }]);
  });

  it('accepts an array', () => {
    const stamps = parsed([{ text: 'a' }, { file: 'b.pdf', page: 2, pages: '1,-1', offset: [-1.5, 2] }]);
    expect(stamps).toMatchObject([
      { text: 'a' },
      { file: 'b.pdf', page: 2, pages: [{ first: 1 }, { count: 1 }], offset: [-1.5, 2] },
    ]);
  });

  const numbers = (least: number, most: number) => `must be a number from ${least} to ${most}`;

  it.each([
    [
      'Paid',
      'stamp must be JSON: [{"text":"Confidential","position":"top-right","fontSize":12,"color":"#cc0000"}]',
    ],
    ['"Paid"', 'stamp must be an object with text or file'],
    [[7], 'stamp[0] must be an object with text or file'],
    [{}, 'stamp must have either text or file'],
    [[{ text: 'a', file: 'b' }], 'stamp[0] must have either text or file'],
    [[{ text: '' }], 'stamp[0].text must not be empty'],
    [[{ text: 'a\nb' }], 'stamp[0].text must not contain control characters or unpaired surrogates'],
    [[{ text: 'a'.repeat(1001) }], 'stamp[0].text must have at most 1000 characters'],
    [[{ text: 'a', scale: 1 }], 'stamp[0].scale must not be combined with text'],
    [[{ file: 'a', fontSize: 9 }], 'stamp[0].fontSize must not be combined with file'],
    [[{ file: 'a', page: 0 }], 'stamp[0].page must be the number of a page, from 1'],
    [[{ text: 'a', pages: '0' }], "stamp[0].pages '0' includes page 0: page numbers start at 1"],
    [[{ text: 'a', offset: [1] }], 'stamp[0].offset must be an array of two numbers'],
    [[{ text: 'a', offset: [1, 'b'] }], `stamp[0].offset[1] ${numbers(-14_400, 14_400)}`],
    [[{ text: 'a', opacity: 1.1 }], `stamp[0].opacity ${numbers(0, 1)}`],
    [[{ text: 'a', rotation: 361 }], `stamp[0].rotation ${numbers(-360, 360)}`],
    [[{ text: 'a', fontSize: 0.5 }], `stamp[0].fontSize ${numbers(1, 1000)}`],
    [[{ file: 'a', scale: 0 }], `stamp[0].scale ${numbers(0.01, 10)}`],
    [[{ text: 'a', color: 'red' }], 'stamp[0].color must be a color such as #cc0000'],
    [[{ text: 'a', tile: 1 }], 'stamp[0].tile must be true or false'],
    [
      [{ text: 'a', size: 1 }],
      'stamp[0] has unknown properties: size; valid properties are text, file, page, pages, position, offset, rotation, opacity, fontSize, color, scale, tile',
    ],
  ])('rejects %j', (value, fault) => {
    expect(faults(value)).toEqual([fault]);
  });

  it('names the valid positions', () => {
    expect(faults({ text: 'a', position: 'middle' })).toEqual([
      'stamp.position must be one of center, top-left, top, top-right, left, right, bottom-left, bottom, bottom-right',
    ]);
  });

  it('has a limit', () => {
    const stamps = Array.from({ length: limits.overlays + 1 }, () => ({ text: 'a' }));
    expect(faults(stamps)).toEqual([
      `stamp must have at most ${limits.overlays} entries, not ${stamps.length}`,
    ]);
  });
});

describe('watermark', () => {
  it('is mostly transparent by default', () => {
    const { watermark } = fields.parse({ watermark: '{"text":"Draft"}' });
    expect(watermark).toMatchObject([{ opacity: 0.3 }]);
  });
});
