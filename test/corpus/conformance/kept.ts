import { readFileSync } from 'node:fs';
import { type ConformanceFlavour, conformanceFlavours } from '#lib/base/conformance.ts';
import { claimsOf } from './claims.ts';
import { convertedBy } from './converted-by.ts';
import { filesIn, type FoundFile } from './input-files.ts';
import type { ConformanceRequest, Section } from './section.ts';
import type { Validator } from './validator.ts';

/** How far apart the files of a pair are in the list of their flavour: neighbours are often made by one program. */
const distances = [1, 7];

/** Valid PDFs that are split into pages, and merged with others of the same standard. */
export const kept: Section = {
  title: 'Kept by splits and merges',
  flavours: conformanceFlavours,
  async *requests({ folders, flavours, validator }) {
    const declaring = await byClaim(filesIn(folders, '**/*.pdf'));
    for (const flavour of flavours) {
      const files = await validOf(declaring.get(flavour) ?? [], flavour, validator);
      yield* files.map((file) => split(file, flavour));
      for (const distance of distances) {
        yield* files.flatMap((file, index) => {
          const other = files[(index + distance) % files.length];
          return other && other !== file ? [merge([file, other], flavour)] : [];
        });
      }
    }
  },
};

async function byClaim(files: readonly FoundFile[]): Promise<Map<ConformanceFlavour, FoundFile[]>> {
  const found = new Map<ConformanceFlavour, FoundFile[]>();
  for (const file of files) {
    // What declares nothing that is known, or cannot be read, is no input here.
    const claims = await claimsOf(readFileSync(file.path)).catch(() => []);
    for (const flavour of claims) found.set(flavour, [...(found.get(flavour) ?? []), file]);
  }
  return found;
}

async function validOf(
  files: readonly FoundFile[],
  flavour: ConformanceFlavour,
  validator: Validator,
): Promise<FoundFile[]> {
  const failures = await validator.failures(
    flavour,
    files.map(({ path }) => path),
  );
  return files.filter(({ path }) => failures.get(path) === '');
}

const split = ({ path, name }: FoundFile, flavour: ConformanceFlavour): ConformanceRequest => ({
  name: `pages of ${name}`,
  flavour,
  isRequested: false,
  send: (client) =>
    convertedBy(client, '/api/pdf/split', {
      fields: [
        ['file', readFileSync(path)],
        ['mode', 'every'],
        ['span', '1'],
      ],
      fileName: 'input.pdf',
    }),
});

const merge = (files: readonly FoundFile[], flavour: ConformanceFlavour): ConformanceRequest => ({
  name: files.map(({ name }) => name).join(' and '),
  flavour,
  isRequested: false,
  send: (client) =>
    convertedBy(client, '/api/pdf/merge', {
      fields: files.map(({ path }) => ['files', readFileSync(path)]),
      fileName: 'input.pdf',
    }),
});
