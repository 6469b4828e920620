import { bytesOf, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { PDFHexString } from '../../../objects.ts';
import { UniqueNames } from '../../../assembly/names/unique-names.ts';
import type { Roles } from './roles.ts';
import type { TagTree } from './tag-tree.ts';

/** Gives each note an identifier of its own (ISO 14289-1, 7.9). */
export function identifyNotes(tree: TagTree, roles: Roles): void {
  const taken = new UniqueNames((name, number) => `${name}-${number}`);
  const unnamed = [];
  const seen = new Set<string>();
  for (const tag of tree.tags()) {
    const id = bytesOf(resolved(tree.context, tag.dict.get(keys.ID))) ?? '';
    if (roles.of(tag) === 'Note' && (id === '' || seen.has(id))) unnamed.push(tag);
    if (id !== '' && !seen.has(id)) taken.add(id);
    seen.add(id);
  }
  for (const tag of unnamed) {
    tag.dict.set(keys.ID, PDFHexString.of(Buffer.from(taken.add('note'), 'latin1').toString('hex')));
  }
}
