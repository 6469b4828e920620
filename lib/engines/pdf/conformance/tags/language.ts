import type { DetectLanguage } from '../../../language/language-detector.ts';
import { asDict, resolved, textAt } from '../../assembly/lookup.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { keys } from '../../keys.ts';
import { type PDFDict, PDFString } from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';
import type { LanguageSample } from './content/language-sample.ts';
import type { TagTree } from './structure/tag-tree.ts';

/** The form of a language tag (RFC 5646, as ISO 14289-1, 7.2, and ISO 19005-2, 6.7.4, need it). */
const tagPattern = /^[a-z]{1,8}(?:-[a-z\d]{1,8}){0,20}$/i;

/** The entry of the document information that states the language. It has no standard meaning. */
const languageEntry = nameOf('Language');

/** Text that is in no language (ISO 639-2). */
const noLanguage = 'zxx';

/**
 * States the natural language of a document (PDF 32000-1, 14.9.2): the one that its metadata names, else its own, else
 * that of its outermost element. Invalid statements are corrected or removed.
 *
 * @returns whether it has one
 */
export function stateLanguage({ context, catalog }: BuiltDocument, tree: TagTree): boolean {
  correctLanguage(catalog);
  for (const tag of tree.tags()) correctLanguage(tag.dict);
  const information = asDict(resolved(context, context.trailerInfo.Info));
  const named = validTag(information && textAt(information, languageEntry));
  const [outermost, ...others] = tree.root.children;
  const inherited = outermost && others.length === 0 ? textAt(outermost.dict, keys.Lang) : undefined;
  const language = named ?? textAt(catalog, keys.Lang) ?? inherited;
  if (language !== undefined) catalog.set(keys.Lang, PDFString.of(language));
  return language !== undefined;
}

/**
 * States the language of a document that states none: that of its text, if it can be detected.
 *
 * @returns the language
 */
export function stateDetectedLanguage(
  { catalog }: BuiltDocument,
  sample: LanguageSample,
  detect: DetectLanguage,
): string | undefined {
  const { text, stated } = sample;
  const language =
    detect(text) ??
    // Such as numbers, or a few words, in a text whose elements state their languages.
    (sample.isWordless ? (stated?.language ?? noLanguage) : stated?.isMost ? stated.language : undefined);
  if (language !== undefined) catalog.set(keys.Lang, PDFString.of(language));
  return language;
}

/** A language tag; undefined for what is none. Underscores are a common mistake. */
function validTag(text: string | undefined): string | undefined {
  const tag = text?.replaceAll('_', '-').trim();
  return tag !== undefined && tagPattern.test(tag) ? tag : undefined;
}

function correctLanguage(dict: PDFDict): void {
  const stated = textAt(dict, keys.Lang);
  if (stated === undefined) return;
  const tag = validTag(stated);
  if (tag === undefined) dict.delete(keys.Lang);
  else if (tag !== stated) dict.set(keys.Lang, PDFString.of(tag));
}
