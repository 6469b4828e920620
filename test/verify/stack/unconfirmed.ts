import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/project.ts';

/** What only a stack on AWS can show: an item of "Not confirmed on AWS". */
export interface UnconfirmedItem {
  /** Checks refer to it by this id. */
  id: string;
  statement: string;
}

const section = /^### Not confirmed on AWS\n([\s\S]*?)(?=^#|(?![\s\S]))/m;

/** Parses the section of OPERATIONS.md: list items that begin with an id, such as ``- `preflight`: …``. */
export function unconfirmedItems(
  operations = readFileSync(join(projectRoot, 'OPERATIONS.md'), 'utf8'),
): UnconfirmedItem[] {
  const [, text = ''] = section.exec(operations) ?? [];
  const items = text.split(/^- /m).slice(1);
  return items.map((item) => {
    const [, id = '', statement = ''] = /^`([\w-]+)`: ([\s\S]*?)(?:\n\n|$)/.exec(item) ?? [];
    return { id, statement: statement.replaceAll(/\s+/g, ' ').trim() };
  });
}
