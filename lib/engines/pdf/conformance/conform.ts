import { missingGlyphWarnings } from '../../fonts/font-warnings.ts';
import { dictAt } from '../assembly/lookup.ts';
import type { BuiltDocument } from '../finishing/built-document.ts';
import { removeUnused } from '../finishing/compress/unused-objects.ts';
import type { TextSetting } from '../finishing/finishing.ts';
import type { TextDrawing } from '../finishing/overlays/drawable.ts';
import { keys } from '../keys.ts';
import { PDFDict } from '../objects.ts';
import { AnnotationAppearances } from './annotations/annotation-appearances.ts';
import { conformAnnotations } from './annotations/conform-annotations.ts';
import { conformForm } from './annotations/conform-form.ts';
import { AttachedFiles } from './attachments.ts';
import { Changes } from './changes.ts';
import { ColourSpaces } from './colour/colour-spaces.ts';
import { conformOutputIntents } from './colour/output-intent.ts';
import type { Components } from './colour/profiles.ts';
import { conformFonts, type FontConformanceWarning } from './fonts/conform-fonts.ts';
import { appearancesOf } from '../finishing/compress/images/painted-images.ts';
import { GraphicsWalk } from './graphics/conform-graphics.ts';
import { conformLayers } from './layers.ts';
import { conformMetadata } from './metadata/conform-metadata.ts';
import { removeScripts } from './objects/actions.ts';
import { conformObjects } from './objects/conform-objects.ts';
import { conformTags } from './tags/conform-tags.ts';
import { type ConformanceTarget, needsTags, partOf, type PdfaPart } from './target.ts';
import type { ConformanceWarning } from './warnings.ts';

export type { ConformanceWarning } from './warnings.ts';

/** What conformance changes in a document, and what it cannot change. */
export interface Conformed {
  warnings: (ConformanceWarning | FontConformanceWarning)[];
  /** The pages with figures that have no description, from 1. */
  undescribed: readonly number[];
}

/**
 * Changes a document so that it can conform to the target, and declares the target in its metadata. What it cannot change is
 * left as it is: validation finds it.
 *
 * @param text the fonts of the installation, which replace fonts that are not embedded; undefined if it has none
 * @throws InputFault `file-too-large`
 */
export function conform(
  document: BuiltDocument,
  target: ConformanceTarget,
  text: TextSetting | undefined,
): Conformed {
  const changes = new Changes();
  const part = target.pdfa === undefined ? undefined : partOf(target.pdfa);
  const files = new AttachedFiles(document, part, changes);
  // The header names the version (ISO 19005-1, 6.1.2; ISO 19005-2 and -3, 6.1.2).
  document.catalog.delete(keys.Version);
  files.conform();
  conformLayers(document, part, changes);
  const texts = text?.drawingIn(document.context);
  const missing = part ? conformPages(document, part, files, texts, changes) : '';
  const fonts = conformFonts(document, target, text);
  const tags = needsTags(target) ? conformTags(document, target) : { warnings: [], undescribed: [] };
  conformMetadata(document, target, changes);
  removeUnused(document);
  return {
    warnings: [...changes.warnings(), ...missingGlyphWarnings(missing), ...fonts, ...tags.warnings],
    undescribed: tags.undescribed,
  };
}

/** Returns the characters for which no font has a glyph. */
function conformPages(
  document: BuiltDocument,
  part: PdfaPart,
  files: AttachedFiles,
  texts: TextDrawing | undefined,
  changes: Changes,
): string {
  const { catalog } = document;
  removeScripts(dictAt(catalog, keys.Names), changes);
  const unseen = conformForm(document, texts, changes);
  const intent = conformOutputIntents(document, part, changes);
  const appearances = new AnnotationAppearances(document, texts);
  const keepsFile = (file: Parameters<AttachedFiles['keeps']>[0]): boolean => files.keeps(file);
  conformAnnotations(document, { part, intent, appearances, keepsFile, changes });
  const drawn = texts?.embedFonts() ?? { missing: '' };
  conformObjects(document, part, keepsFile, changes);
  conformGraphics(document, part, intent, changes);
  return unseen + appearances.missing + drawn.missing;
}

function conformGraphics(
  document: BuiltDocument,
  part: PdfaPart,
  intent: Components,
  changes: Changes,
): void {
  const { context, pages } = document;
  const walk = new GraphicsWalk(document, new ColourSpaces(document, part, intent), changes);
  for (const ref of pages) {
    const page = context.lookup(ref);
    if (!(page instanceof PDFDict)) continue;
    walk.page(page);
    for (const appearance of appearancesOf(page)) walk.appearance(appearance);
  }
  walk.finish({ keepsGroups: part !== 1 });
}
