import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { projectRoot } from '../../../cdk/project.ts';
import { fillIn } from './markdown.ts';

const document = join(projectRoot, 'BENCHMARKS.md');

/** Replaces sections of BENCHMARKS.md by their names; the others stay as they are. @throws Error where one has no place */
export async function writeSections(sections: Readonly<Record<string, string>>): Promise<void> {
  let text = readFileSync(document, 'utf8');
  for (const [name, content] of Object.entries(sections)) text = fillIn(text, name, content);
  writeFileSync(document, await format(text, { parser: 'markdown', printWidth: 110 }));
}
