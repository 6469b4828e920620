import { describe, expect, it } from 'vitest';
import { isLeftOut, parseOptOut } from './requirements.ts';

const missing = () => 'the layer is not built. Build it with: npm run layers';
const met = () => undefined;

describe('tests that need something', () => {
  it('run where it is there', () => {
    expect(isLeftOut('chromium', met, [], 'linux')).toBe(false);
  });

  it('fail where it is missing, and say how to get it and how to do without', () => {
    expect(() => isLeftOut('chromium', missing, [], 'linux')).toThrow(
      /need chromium: .*npm run layers.*TEST_WITHOUT=chromium/,
    );
    expect(() => isLeftOut('chromium', missing, ['libreoffice'], 'linux')).toThrow('npm run layers');
  });

  it('are left out on purpose, whether it is there or not', () => {
    expect(isLeftOut('chromium', missing, ['libreoffice', 'chromium'], 'linux')).toBe(true);
    expect(isLeftOut('chromium', met, ['chromium'], 'linux')).toBe(true);
  });

  it('are left out where there is no Linux', () => {
    expect(isLeftOut('landlock', missing, [], 'darwin')).toBe(true);
  });
});

describe('TEST_WITHOUT', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['chromium', ['chromium']],
    ['libreoffice,landlock', ['libreoffice', 'landlock']],
  ])('%j leaves out %j', (value, names) => {
    expect(parseOptOut(value)).toEqual(names);
  });

  it.each(['chrome', 'Chromium', 'chromium libreoffice', 'constructor'])('does not take %j', (value) => {
    expect(() => parseOptOut(value)).toThrow(`"${value}"`);
  });
});
