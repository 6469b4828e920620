import { dictAt, isTrueAt } from '../../assembly/lookup.ts';
import { dictOf } from '../../assembly/object-builders.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { keys } from '../../keys.ts';
import { PDFBool, PDFDict, type PDFName } from '../../objects.ts';
import type { ConformanceTarget } from '../target.ts';
import type { ConformanceWarning } from '../warnings.ts';
import { describeAnnotations } from './annotations/describe-annotations.ts';
import { placeAnnotations } from './annotations/place-annotations.ts';
import { AddedTexts } from './content/added-texts.ts';
import { ContentIndex } from './content/content-index.ts';
import { Contents } from './content/contents.ts';
import { wantedContent } from './content/content-texts.ts';
import { dropDecorations } from './content/decorations.ts';
import { LanguageSample } from './content/language-sample.ts';
import { markContent } from './content/mark-content.ts';
import { effectOf, readOperators } from './content/operators.ts';
import { ShownTexts } from './content/shown-texts.ts';
import { stateDetectedLanguage, stateLanguage } from './language.ts';
import { correctContainment } from './structure/containment.ts';
import { groupFigures } from './structure/figures.ts';
import { closeHeadingGaps } from './structure/headings.ts';
import { hideFigures, pagesOf, undescribedFigures } from './structure/hidden-figures.ts';
import { identifyNotes } from './structure/notes.ts';
import { writeParentTree } from './structure/parent-tree.ts';
import { Placement } from './structure/placement.ts';
import { Roles } from './structure/roles.ts';
import { correctTables } from './structure/tables.ts';
import { TagTree } from './structure/tag-tree.ts';
import { stateTitle } from './title.ts';
import { tagWarnings } from './tag-warnings.ts';

interface ConformedTags {
  warnings: ConformanceWarning[];
  /** The pages with figures that have no description, from 1. */
  undescribed: number[];
}

/**
 * Makes the tags of a document conform (ISO 19005-1, 6.8; ISO 19005-2 and -3, 6.7; ISO 14289-1, 7). A document without
 * tags stays as it is, unless its pages show nothing: its structure cannot be known.
 */
export function conformTags(document: BuiltDocument, target: ConformanceTarget): ConformedTags {
  const tree = TagTree.read(document) ?? (showsNothing(document) ? TagTree.empty(document) : undefined);
  if (!tree) return { warnings: [], undescribed: [] };
  const { catalog, pages } = document;
  const roles = new Roles(tree);
  roles.complete(tree);
  dropDecorations(document, tree, roles);
  correctContainment(tree, roles);
  correctTables(tree, roles);
  groupFigures(tree, roles);
  identifyNotes(tree, roles);
  const hiddenFigures =
    target.undescribedFigures === 'artifact' ? hideFigures(document, tree, roles) : undefined;
  const headings = target.pdfua ? closeHeadingGaps(tree, roles) : 0;
  const isInLanguage = stateLanguage(document, tree);
  const sample = target.detectLanguage && !isInLanguage ? new LanguageSample() : undefined;
  sample?.addStatedTexts(tree);
  const index = new ContentIndex(tree);
  const texts = new ShownTexts(document, wantedContent(tree, roles));
  const placement = new Placement(tree, roles);
  const added = new AddedTexts(tree, index, placement);
  const hidden = markContent(document, { index, texts, added, sample });
  const placed = placeAnnotations(document, { tree, roles, index, placement });
  added.write();
  placement.write();
  describeAnnotations(placed, texts, new Map(pages.map((ref, at) => [ref, at + 1])));
  if (target.pdfua) stateTitle(document, { tree, roles, texts, fileName: target.fileName });
  const language =
    sample && target.detectLanguage && stateDetectedLanguage(document, sample, target.detectLanguage);
  tree.write();
  writeParentTree(document, tree, new ContentIndex(tree));
  setFlag(catalog, keys.MarkInfo, keys.Marked);
  if (target.pdfua) setFlag(catalog, keys.ViewerPreferences, keys.DisplayDocTitle);
  return {
    warnings: tagWarnings({ headings, hidden, hiddenFigures, language }),
    undescribed: pagesOf(undescribedFigures(tree, roles), pages),
  };
}

/** Sets an entry of a dictionary of the catalog to true. The dictionary may belong to others too. */
function setFlag(catalog: PDFDict, holder: PDFName, key: PDFName): void {
  const dict = dictAt(catalog, holder);
  if (dict && isTrueAt(dict, key)) return;
  const own = dict?.clone() ?? dictOf(catalog.context, {});
  own.set(key, PDFBool.True);
  catalog.set(holder, own);
}

/** Whether pages have neither content nor annotations. */
function showsNothing(document: BuiltDocument): boolean {
  const { context, pages } = document;
  const contents = new Contents(document);
  return pages.every((ref) => {
    const page = context.lookup(ref, PDFDict);
    return !page.has(keys.Annots) && !paints(contents.pageBytes(page));
  });
}

/** Whether content draws anything, or cannot be read. */
function paints(content: Buffer | undefined): boolean {
  const drawn: string[] = [];
  const isRead =
    content &&
    readOperators(content, ({ name }) => {
      const effect = effectOf(name);
      if (effect !== 'none' && effect !== 'construct') drawn.push(name);
    });
  return isRead !== true || drawn.length > 0;
}
