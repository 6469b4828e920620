import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ConformanceFlavour } from '#lib/base/conformance.ts';
import type { CorpusClient } from '../corpus-client.ts';
import { fieldsFor, type ConformanceRequest, type SentResult } from './section.ts';

/** A file of a folder. */
export interface FoundFile {
  path: string;
  /** With that of the folder. Identifies the file among those of its section. */
  name: string;
}

/** The files below folders that match a glob pattern, in the order of their names. */
export const filesIn = (folders: readonly string[], pattern: string): FoundFile[] =>
  folders.flatMap((folder) =>
    globSync(pattern, { cwd: folder })
      .sort()
      .map((file) => ({ path: join(folder, file), name: join(basename(folder), file) })),
  );

/** A request for each file and flavour. */
export function* conversions(
  files: readonly FoundFile[],
  flavours: readonly ConformanceFlavour[],
  /** @param wanted the form fields that ask for the flavour */
  send: (
    client: CorpusClient,
    path: string,
    wanted: readonly [name: string, value: string][],
  ) => Promise<SentResult[]>,
): Iterable<ConformanceRequest> {
  for (const flavour of flavours) {
    for (const { path, name } of files) {
      yield {
        name,
        flavour,
        isRequested: true,
        send: (client) => send(client, path, fieldsFor(flavour)),
      };
    }
  }
}
