import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectRoot } from '../../../cdk/project.ts';
import { belowHeading } from '../../bench/docs/markdown.ts';

const guide = join(projectRoot, 'docs', 'archival.md');

/** Puts figures into the guide. */
export async function writeDocs(figures: string): Promise<void> {
  const text = belowHeading(readFileSync(guide, 'utf8'), '### Results', figures);
  writeFileSync(guide, await format(text, { ...(await resolveConfig(guide)), parser: 'markdown' }));
}
