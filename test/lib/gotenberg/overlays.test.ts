import { describe, expect, it } from 'vitest';
import { overlayMembers } from '#lib/gotenberg/fields/overlay-options.ts';

describe('the options of a stamp', () => {
  it('can be shortened', () => {
    expect(
      overlayMembers({ rot: '45', pos: 'tl', fillc: '#FF0000', op: '.5', sc: '1 abs', points: '30' }, 'A'),
    ).toEqual({
      position: 'top-left',
      offset: [0, 0],
      opacity: 0.5,
      rotation: 45,
      color: '#FF0000',
      fontSize: 30,
    });
  });

  it('have the defaults of pdfcpu: gray, along the diagonal', () => {
    const { color, rotation } = overlayMembers({}, 'DRAFT');
    expect({ color, rotation }).toEqual({ color: '#808080', rotation: 55 });
  });

  it('scale files relative to the page', () => {
    expect(overlayMembers({ scale: '0.25 rel', offset: '10 -5' }, undefined)).toMatchObject({
      scale: 0.25,
      offset: [10, -5],
      rotation: 0,
    });
  });

  it.each([
    [{ size: '1' }, 'unknown option'],
    [{ position: 'xx' }, 'position must be one of'],
    [{ fillcolor: '2 0 0' }, 'fillcolor must be'],
    [{ opacity: 'x' }, 'strconv.ParseFloat'],
  ])('rejects %j', (options, message) => {
    expect(() => overlayMembers(options, 'A')).toThrow(message);
  });
});
