import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ConformanceFlavour, conformanceFlavours } from '#lib/base/conformance.ts';
import { claimsOf } from './claims.ts';
import { convertedBy } from './converted-by.ts';
import type { ConformanceRequest, Section } from './section.ts';

/** A PDF of a folder with a standard that it declares. The folders must have valid ones only. */
interface Declaring {
  flavour: ConformanceFlavour;
  name: string;
  content: Buffer;
}

/** How far apart the files of a pair are in the list of their flavour: neighbours are often made by one program. */
const distances = [1, 7];

/** Valid PDFs that are split into pages, and merged with others of the same standard. */
export const kept: Section = {
  title: 'Kept by splits and merges',
  flavours: conformanceFlavours,
  async *requests(folders, flavours) {
    const files = (await Promise.all(pathsIn(folders).map(declaringOf))).flat();
    for (const flavour of flavours) {
      const own = files.filter((file) => file.flavour === flavour);
      yield* own.map(split);
      for (const distance of distances) {
        yield* own.flatMap((file, index) => {
          const other = own[(index + distance) % own.length];
          return other && other !== file ? [merge(file, other)] : [];
        });
      }
    }
  },
};

const pathsIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    globSync('**/*.pdf', { cwd: folder })
      .sort()
      .map((file) => join(folder, file)),
  );

async function declaringOf(path: string): Promise<Declaring[]> {
  const content = readFileSync(path);
  const flavours = await claimsOf(content);
  return flavours.map((flavour) => ({ flavour, name: basename(path), content }));
}

const split = ({ flavour, name, content }: Declaring): ConformanceRequest => ({
  name: `pages of ${name}`,
  flavour,
  isRequested: false,
  send: (client) =>
    convertedBy(client, '/api/pdf/split', {
      fields: [
        ['file', content],
        ['mode', 'every'],
        ['span', '1'],
      ],
      fileName: name,
    }),
});

const merge = (first: Declaring, second: Declaring): ConformanceRequest => ({
  name: `${first.name} and ${second.name}`,
  flavour: first.flavour,
  isRequested: false,
  send: (client) =>
    convertedBy(client, '/api/pdf/merge', {
      fields: [
        ['files', first.content],
        ['files', second.content],
      ],
      fileName: 'input.pdf',
    }),
});
