import { describe, expect, it } from 'vitest';
import { metadataOf } from '#lib/gotenberg/fields/metadata.ts';

describe('dates in metadata', () => {
  it.each([
    ['2024:01:15 10:00:00', '2024-01-15T10:00:00Z'],
    ['2024:01:15 10:00:00+02:00', '2024-01-15T10:00:00+02:00'],
    ['2024:01:15 10:00', '2024-01-15T10:00:00Z'],
    ['2024:01:15 10:00:00.5-02:30', '2024-01-15T10:00:00-02:30'],
    ['2024-01-15', '2024-01-15T00:00:00Z'],
    ['2024:01:15', '2024-01-15T00:00:00Z'],
    ['2024-01', '2024-01-01T00:00:00Z'],
    ['2024', '2024-01-01T00:00:00Z'],
    ['20240115', '2024-01-15T00:00:00Z'],
    ['2024-01-15 10:00:00', '2024-01-15T10:00:00Z'],
    ['2024-01-15T10:00:00', '2024-01-15T10:00:00Z'],
    ['2024-01-15T10:00:00.123Z', '2024-01-15T10:00:00Z'],
    ['2024-01-15T10:00:00+0200', '2024-01-15T10:00:00+02:00'],
    ['D:20240115100000Z', '2024-01-15T10:00:00Z'],
    ["D:20240115100000+02'00'", '2024-01-15T10:00:00+02:00'],
    ['20240115100000', '2024-01-15T10:00:00Z'],
    // The service rejects it, and an empty one removes the entry.
    ['foo', 'foo'],
    ['', ''],
  ])('%j is %s', (given, expected) => {
    const names = {
      CreateDate: 'CreationDate',
      ModifyDate: 'ModDate',
      CreationDate: 'CreationDate',
      ModDate: 'ModDate',
    };
    for (const [name, option] of Object.entries(names)) {
      expect(JSON.parse(metadataOf(JSON.stringify({ [name]: given })))).toEqual({ [option]: expected });
    }
  });

  it('are texts in other entries', () => {
    expect(metadataOf('{"Title":"2024:01:15"}')).toBe('{"Title":"2024:01:15"}');
  });
});
