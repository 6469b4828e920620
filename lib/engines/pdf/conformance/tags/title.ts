import { asDict, resolved, textAt } from '../../assembly/lookup.ts';
import { informationInXmp } from '../../assembly/metadata/xmp-information.ts';
import { dictOf } from '../../assembly/object-builders.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { keys } from '../../keys.ts';
import { PDFDict, PDFHexString, PDFRawStream } from '../../objects.ts';
import { textOf } from './content/content-texts.ts';
import type { ShownTexts } from './content/shown-texts.ts';
import type { Roles } from './structure/roles.ts';
import { headingLevel } from './structure/standard-types.ts';
import type { TagTree } from './structure/tag-tree.ts';

/** What gives a title to a document that has none. */
export interface TitleSources {
  tree: TagTree;
  roles: Roles;
  texts: ShownTexts;
  fileName: string | undefined;
}

/**
 * Gives a document without a title that of its first heading, else its file name (ISO 14289-1, 7.1: documents have a
 * title).
 */
export function stateTitle({ context, catalog }: BuiltDocument, sources: TitleSources): void {
  const information = asDict(resolved(context, context.trailerInfo.Info));
  const xmp = resolved(context, catalog.get(keys.Metadata));
  const named = xmp instanceof PDFRawStream ? [...informationInXmp(xmp.contents)] : [];
  const hasTitle = named.some(([name, text]) => name === 'Title' && text !== '');
  if (hasTitle || (information && textAt(information, keys.Title))) return;
  const title = firstHeading(sources) ?? sources.fileName?.replace(/\.pdf$/i, '');
  if (!title) return;
  const own = information instanceof PDFDict ? information.clone() : dictOf(context, {});
  own.set(keys.Title, PDFHexString.fromText(title));
  context.trailerInfo.Info = context.register(own);
}

function firstHeading({ tree, roles, texts }: TitleSources): string | undefined {
  for (const tag of tree.tags()) {
    const type = roles.of(tag);
    if (type !== 'H' && headingLevel(type) === undefined) continue;
    const text = textOf(tag, texts);
    if (text !== undefined) return text;
  }
  return undefined;
}
