import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionNames } from '../../cdk/functions.ts';
import { bundleFolder, projectRoot } from '../../cdk/project.ts';

interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
const { allowScripts } = readJson('package.json') as { allowScripts: Record<string, boolean> };
const lock = readJson('package-lock.json') as { packages: Record<string, LockedPackage> };
const packages = Object.entries(lock.packages)
  // The project itself and its workspaces are no packages of others.
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, found]) => ({ path, name: path.split('node_modules/').at(-1) ?? '', ...found }));

/** Licences that the project's own (MIT) may be shipped with. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Weak copyleft is fine in tools that are not shipped. */
const forTools = new Set([...permissive, 'MPL-2.0']);

/** Whether a licence expression (SPDX, without nested brackets) can be met with these licences. */
function allows(licences: ReadonlySet<string>, expression = ''): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => licences.has(licence)));
}

describe('the packages of the lock file', () => {
  it('have licences that go with this project', () => {
    const wrong = packages.filter(({ dev, license }) => !allows(dev ? forTools : permissive, license));
    expect(wrong.map(({ name, license }) => `${name}: ${license ?? 'none'}`)).toEqual([]);
    expect(allows(permissive, '(MIT OR GPL-3.0-or-later)')).toBe(true);
    expect(allows(permissive, '(MIT AND GPL-3.0-or-later)')).toBe(false);
    expect(allows(permissive)).toBe(false);
  });

  it('run a script when installed only where that was decided', () => {
    const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(scripted.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  });

  it('come from a registry and nowhere else, with a checksum each', () => {
    const loose = packages.filter(
      ({ integrity, inBundle, version }) =>
        !inBundle && !(integrity?.startsWith('sha512-') && /^\d+\.\d+\.\d+/.test(version)),
    );
    expect(loose.map(({ path }) => path)).toEqual([]);
    // A lock with hosts would make all installations use its author's mirror.
    expect(packages.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('have exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = readJson('package.json') as Record<
      string,
      Record<string, string>
    >;
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});

/** Puppeteer makes functions of the texts of functions, which it runs in pages. */
const dynamicCode: Readonly<Record<string, number>> = { renderer: 2 };

it.each(functionNames)('%s makes no code of texts', (name) => {
  const texts = readdirSync(join(bundleFolder, name))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(join(bundleFolder, name, file), 'utf8'));
  expect(texts.length).toBeGreaterThan(0);
  const found = texts.flatMap((text) => [...text.matchAll(/\bnew Function\b|(?<![\w.$])eval\(/g)]);
  expect(found).toHaveLength(dynamicCode[name] ?? 0);
});

it('the bill of materials has what is deployed', () => {
  const text = execFileSync(process.execPath, ['cdk/sbom.ts'], { cwd: projectRoot, encoding: 'utf8' });
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { purl: string }[] };
  expect(bomFormat).toBe('CycloneDX');
  const purls = components.map(({ purl }) => purl);
  expect(purls).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^pkg:npm\/pdf-lib@/),
      expect.stringMatching(/^pkg:npm\/%40sparticuz\/chromium@/),
      expect.stringMatching(/^pkg:deb\/debian\/libreoffice-core/),
    ]),
  );
  expect(purls.filter((purl) => purl.startsWith('pkg:npm/vitest@'))).toEqual([]);
});
