import { describe, expect, it } from 'vitest';
import { KitError, LibreOfficeKit } from '#lib/engines/office/libreoffice/kit.ts';
import type { Native } from '#lib/base/processes/native.ts';

// Offsets of functions in LibreOfficeKit's two tables, in bytes.
const calledAt: Record<number, string> = { 16: 'saveAs', 24: 'getError', 32: 'load' };

/** A libmergedlo that records its calls. `results` holds the return values of LibreOfficeKit's functions. */
function recordedKit(results: Record<string, unknown>): { kit: LibreOfficeKit; calls: string[] } {
  const calls: string[] = [];
  const functions: Record<string, (...args: unknown[]) => unknown> = {
    libreofficekit_hook_2: () => ({}),
    AcquireSolarMutex: () => calls.push('acquire'),
    ReleaseSolarMutex: () => calls.push('release'),
    setActive: (isOn) => calls.push(`mode ${isOn === true ? 'on' : 'off'}`),
    StartTrackingFontMappingUse: () => calls.push('track fonts'),
    FinishTrackingFontMappingUse: () => calls.push('read fonts'),
  };
  const native = {
    load: () => ({
      func: (signature: string) => Object.entries(functions).find(([name]) => signature.includes(name))?.[1],
    }),
    proto: () => ({}),
    alloc: () => ({}),
    // A table, a function at an offset of it, or an empty vector's pointers.
    decode: (_at: unknown, ...where: unknown[]) =>
      where.length === 1 ? 'table' : _at === 'table' ? where[0] : null,
    call: (method: number) => {
      const name = calledAt[method] ?? '';
      if (name !== 'getError') calls.push(name);
      return results[name];
    },
  };
  return { kit: new LibreOfficeKit(native as unknown as Native, '/program', '/profile'), calls };
}

const pdf = { format: 'pdf', filterOptions: '' };

describe('LibreOfficeKit', () => {
  it('switches its mode and tracks fonts only while no other thread of LibreOffice can run', () => {
    const { kit, calls } = recordedKit({ load: {}, saveAs: 1 });
    expect(kit.convert('/in', '/out', pdf)).toEqual({ fonts: [], sheets: [] });
    expect(calls).toEqual([
      'load',
      'acquire',
      'mode off',
      'track fonts',
      'saveAs',
      'read fonts',
      'mode on',
      'release',
    ]);
  });

  it('switches its mode on again after a document that cannot be written', () => {
    const { kit, calls } = recordedKit({ load: {}, saveAs: 0, getError: 'no' });
    expect(() => kit.convert('/in', '/out', pdf)).toThrow(KitError);
    expect(calls.slice(-2)).toEqual(['mode on', 'release']);
  });

  it('leaves its mode unchanged when a document cannot be read', () => {
    const { kit, calls } = recordedKit({ load: null, getError: 'no' });
    expect(() => kit.convert('/in', '/out', pdf)).toThrow('no');
    expect(calls).toEqual(['load']);
  });
});
