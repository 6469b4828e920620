import { describe, expect, it } from 'vitest';
import { overlayMembers } from '#lib/gotenberg/fields/overlay-options.ts';
import { overlayText } from '#lib/gotenberg/fields/overlay-text.ts';

describe('the options of a stamp', () => {
  it('can be shortened', () => {
    const options = { rot: '45', pos: 'tl', fillc: '#FF0000', op: '.5', sc: '1 abs', points: '30' };
    expect(overlayMembers(options, true)).toEqual({
      members: {
        position: 'top-left',
        offset: [0, 0],
        opacity: 0.5,
        rotation: 45,
        color: '#FF0000',
        fontSize: 30,
      },
      fit: { scale: { factor: 1, isRelative: false }, lines: { separator: '\\n', align: 'left' } },
    });
  });

  it('have the defaults of pdfcpu: gray, along the diagonal, half as wide as the page', () => {
    const { members, fit } = overlayMembers({}, true);
    expect(members.color).toBe('#808080');
    expect(fit).toMatchObject({ scale: { factor: 0.5, isRelative: true }, diagonal: 'rising' });
  });

  it('of a file have the same size and diagonal as those of a text', () => {
    expect(overlayMembers({}, false)).toEqual({
      members: { position: 'center', offset: [0, 0], opacity: 1, rotation: 0 },
      fit: { scale: { factor: 0.5, isRelative: true }, diagonal: 'rising' },
    });
    expect(overlayMembers({ scale: '0.25 rel', offset: '10 -5' }, false)).toMatchObject({
      members: { offset: [10, -5] },
      fit: { scale: { factor: 0.25, isRelative: true } },
    });
  });

  it.each([
    ['0.5', 0.5, true],
    ['1', 1, true],
    ['1.5', 1.5, false],
    ['0.5 abs', 0.5, false],
    ['2 a', 2, false],
    ['1 relative', 1, true],
  ])('scale by %s', (scale, factor, isRelative) => {
    expect(overlayMembers({ scale }, false).fit.scale).toEqual({ factor, isRelative });
  });

  it.each([
    ['tl', 'top-left'],
    ['topleft', 'top-left'],
    ['top-center', 'top'],
    ['topright', 'top-right'],
    ['left', 'left'],
    ['center', 'center'],
    ['full', 'center'],
    ['right', 'right'],
    ['bottomleft', 'bottom-left'],
    ['bottomcenter', 'bottom'],
    ['bottom-right', 'bottom-right'],
  ])('place it at %s', (pos, position) => {
    expect(overlayMembers({ pos }, true).members.position).toBe(position);
  });

  it.each([
    [{ pos: 'tl' }, 'left'],
    [{ pos: 'bc' }, 'center'],
    [{ pos: 'r' }, 'right'],
    [{ pos: 'r', aligntext: 'c' }, 'center'],
  ])('align the lines of a text: %j', (options, align) => {
    expect(overlayMembers(options, true).fit.lines?.align).toBe(align);
  });

  it('turn it along the other diagonal, or by an angle', () => {
    expect(overlayMembers({ diagonal: '2' }, true).fit.diagonal).toBe('falling');
    const turned = overlayMembers({ rot: '-30' }, true);
    expect(turned.members.rotation).toBe(-30);
    expect(turned.fit.diagonal).toBeUndefined();
  });

  it.each([
    [{ size: '1' }, 'unknown option'],
    [{ position: 'xx' }, 'position must be one of'],
    [{ fillcolor: '2 0 0' }, 'fillcolor must be'],
    [{ opacity: 'x' }, 'strconv.ParseFloat'],
    [{ scale: '0' }, 'scalefactor must be above 0'],
    [{ scale: '1.5 rel' }, 'must be at most 1'],
    [{ scale: '0.5 of' }, 'must end with abs or rel'],
    [{ diagonal: '0' }, 'diagonal must be 1 or 2'],
    [{ diagonal: '1', rotation: '10' }, 'exclude each other'],
    [{ aligntext: 'x' }, 'aligntext must be'],
  ])('rejects %j', (options, message) => {
    expect(() => overlayMembers(options, true)).toThrow(message);
  });
});

describe('the text of a stamp', () => {
  it.each([
    ['%p of %P', '{page} of {pages}'],
    ['at %t', 'at {time}'],
    ['100% of 50%', '100 of 50'],
    ['50%% %%p', '50% %{page}'],
    ['{page} {x}', '{brace}page} {brace}x}'],
    ['One\nTwo\r\nThree\n', String.raw`One\nTwo\nThree`],
    [String.raw`One\n\nThree\n`, String.raw`One\n\nThree`],
  ])('%j is %j', (expression, text) => {
    expect(overlayText(expression)).toBe(text);
  });
});
