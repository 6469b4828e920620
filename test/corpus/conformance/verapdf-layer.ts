import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConformanceChecker } from '#lib/engines/conformance/checker.ts';
import { outputFolder } from '../../../layers/folders.ts';
import type { Validator } from './validator.ts';

/** For one file. In milliseconds. */
const patience = 120_000;

/** The veraPDF of the layer, in a process of its own. */
export function veraPdfLayer(): Validator {
  const root = join(outputFolder, 'verapdf/verapdf');
  const folder = mkdtempSync(join(tmpdir(), 'conformance-layer-'));
  const checker = new ConformanceChecker({ root, folder, memoryMegabytes: 2048 });
  return {
    name: `veraPDF ${versionOf(root)}`,
    failures: async (flavour, files) => {
      const found = new Map<string, string>();
      for (const path of files) {
        const result = await checker.check(
          { path, flavours: [flavour] },
          { deadline: Date.now() + patience },
        );
        if (result.outcome !== 'checked') {
          found.set(path, result.outcome);
          continue;
        }
        const failures = result.reports.flatMap((report) => (report.valid ? [] : report.failures));
        const isValid = result.reports.every(({ valid }) => valid);
        const clauses = failures.map(({ clause, message }) => `${clause}: ${message}`).join('; ');
        found.set(path, isValid ? '' : clauses || 'invalid');
      }
      return found;
    },
    close: async () => {
      await checker.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const versionOf = (root: string): string =>
  readdirSync(join(root, 'jars'))
    .map((name) => /^validation-model-(.+)\.jar$/.exec(name)?.[1])
    .find((version) => version !== undefined) ?? '';
