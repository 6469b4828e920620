import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConformanceChecker } from '#lib/engines/conformance/checker.ts';
import { checkerSettings } from '../../support/verapdf.ts';
import type { Validator } from './validator.ts';

/** For one file. In milliseconds. */
const patience = 120_000;

/** The veraPDF of the layer, in a process of its own. */
export function veraPdfLayer(): Validator {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-layer-'));
  const settings = checkerSettings(folder);
  const checker = new ConformanceChecker(settings);
  const path = join(folder, 'file.pdf');
  return {
    name: `veraPDF ${versionOf(settings.root)}`,
    failures: async (flavour, files) => {
      const found = new Map<string, string>();
      for (const file of files) {
        // veraPDF reads no other folder.
        copyFileSync(file, path);
        const result = await checker.check(
          { path, flavours: [flavour] },
          { deadline: Date.now() + patience },
        );
        if (result.outcome !== 'checked') {
          found.set(file, result.outcome);
          continue;
        }
        const failures = result.reports.flatMap((report) => (report.valid ? [] : report.failures));
        const isValid = result.reports.every(({ valid }) => valid);
        const clauses = failures.map(({ clause, message }) => `${clause}: ${message}`).join('; ');
        found.set(file, isValid ? '' : clauses || 'invalid');
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
