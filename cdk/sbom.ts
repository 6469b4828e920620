/**
 * Prints a bill of materials (CycloneDX, JSON) of what is deployed: the npm packages, and the layers' packages of
 * Debian and libraries of Java.
 */
import { execFileSync } from 'node:child_process';
import { readLock } from '../layers/debian/lock.ts';
import { recordedPackages } from '../layers/debian/package-record.ts';
import { lockFile } from '../layers/folders.ts';
import { projectRoot } from './project.ts';

interface Component {
  type: 'library';
  name: string;
  version: string;
  purl: string;
  hashes: { alg: 'SHA-256'; content: string }[];
  properties: { name: string; value: string }[];
}

const npmArguments = [
  'sbom',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--omit=dev',
  '--workspaces=false',
  '--package-lock-only',
];
const document = JSON.parse(
  execFileSync('npm', npmArguments, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
) as { components: unknown[] };

const { suite, architecture, layers, jars } = await readLock(lockFile);
const debian: Component[] = [];
for (const [layer, pinned] of Object.entries(layers)) {
  const packages = (await recordedPackages(layer)) ?? pinned;
  const components = packages.map(({ name, version, sha256 }): Component => ({
    type: 'library',
    name,
    version,
    purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=${suite}`,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    properties: [{ name: 'layer', value: layer }],
  }));
  debian.push(...components);
}
const java = Object.entries(jars).flatMap(([layer, list]) =>
  list.map(({ group, artifact, version, sha256 }): Component => ({
    type: 'library',
    name: `${group}:${artifact}`,
    version,
    purl: `pkg:maven/${group}/${artifact}@${version}`,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    properties: [{ name: 'layer', value: layer }],
  })),
);
console.log(
  JSON.stringify({ ...document, components: [...document.components, ...debian, ...java] }, undefined, 2),
);
