import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cargoVersion, numberIn, unknownVersion, versionInCrates, versionOf } from './versions.ts';

const crates = `[v1]
"pdq 0.5.1 (registry+https://github.com/rust-lang/crates.io-index)" = ["pdq"]
"tools 2.0.0 (registry+https://github.com/rust-lang/crates.io-index)" = ["one", "two"]
`;

describe('numberIn', () => {
  it.each([
    ['qpdf version 12.4.0\nRun qpdf --copyright', '12.4.0'],
    ['version: v0.15.0 dev', '0.15.0'],
    ['HeadlessChrome/153.0.8010.0', '153.0.8010.0'],
    ['no version', unknownVersion],
  ])('finds the version in %j', (text, version) => {
    expect(numberIn(text)).toBe(version);
  });
});

describe('versionInCrates', () => {
  it('finds the package that has a program', () => {
    expect(versionInCrates(crates, 'pdq')).toBe('0.5.1');
    expect(versionInCrates(crates, 'two')).toBe('2.0.0');
    expect(versionInCrates(crates, 'tools')).toBe(unknownVersion);
  });
});

describe('a program', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'versions-'));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, '.crates.toml'), crates);
    writeFileSync(join(folder, 'bin', 'pdq'), '#!/bin/sh\necho "pdq, complaint 1.2.3" >&2\n');
    chmodSync(join(folder, 'bin', 'pdq'), 0o755);
    symlinkSync(join(folder, 'bin', 'pdq'), join(folder, 'elsewhere'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('has the version of its package, also behind a link', () => {
    expect(cargoVersion(join(folder, 'elsewhere'))).toBe('0.5.1');
    expect(cargoVersion('/bin/sh')).toBe(unknownVersion);
  });

  it('prints its version on either stream', () => {
    expect(versionOf(join(folder, 'elsewhere'), ['--version'])).toBe('1.2.3');
    expect(versionOf(join(folder, 'missing'), ['--version'])).toBe(unknownVersion);
  });
});
