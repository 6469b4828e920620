import { InputFault } from '../../../../base/input-fault.ts';
import { Excerpt } from '../../assembly/excerpt.ts';
import { listOf, resolved } from '../../assembly/lookup.ts';
import { dictOf } from '../../assembly/object-builders.ts';
import { pageView } from '../../assembly/pages/page-view.ts';
import { pruneResources, replacedResources } from '../../assembly/resources/resource-pruning.ts';
import { numberedXObjects } from '../../assembly/structure/numbered-xobjects.ts';
import { SourceCopier } from '../../copier/source-copier.ts';
import { keys } from '../../keys.ts';
import { PDFRawStream } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import type { PageLeaf } from '../../reader/page-leaf.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { compressedStream } from './compressed-stream.ts';
import type { Drawable } from './drawable.ts';
import { formEntries, numbers } from './form-xobject.ts';
import { userToDisplayed } from './placement.ts';

/**
 * A form that shows a page of a source as it is displayed. Annotations are not shown. Layers lose their settings: all
 * are visible. Only what the page uses is copied.
 *
 * @throws InputFault `damaged-document` if the content cannot be read
 * @throws CrossReferenceError, see `withRepair`
 */
export function pageForm(output: OutputDocument, source: PdfSource, index: number): Drawable {
  const leaf = source.pages[index];
  if (!leaf) throw new RangeError(`the source has no page ${index}`);
  const { context } = output;
  const copier = new SourceCopier(source, output);
  const page = { leaf, index, ref: leaf.ref, position: 0 };
  const excerpt = new Excerpt({ source, part: 0, original: undefined, pages: [page] }, copier, context);
  // The page itself is not in the result.
  copier.assign(leaf.ref, null);
  // Neither is its structure.
  for (const { ref, stream, entry } of numberedXObjects(source, leaf)) {
    excerpt.editStream(ref, stream).delete(keys[entry]);
  }
  const resources =
    replacedResources(excerpt, pruneResources(excerpt)).get(page) ?? leaf.attributes.Resources;
  const group = leaf.dict.get(keys.Group);
  const view = pageView(source.context, { ...leaf.attributes, UserUnit: leaf.dict.get(keys.UserUnit) });
  const form = compressedStream(context, contentOf(source, leaf), {
    ...formEntries,
    BBox: numbers(context, view.box),
    Matrix: numbers(context, userToDisplayed(view)),
    Resources: resources ? copier.copy(resources) : dictOf(context, {}),
    Group: group && copier.copy(group),
  });
  const ref = context.register(form);
  copier.flush();
  return { ref, width: view.width, height: view.height };
}

/** The content of a page as one stream. Streams can end within an operator's operands, so each is on a line of its own. */
function contentOf(source: PdfSource, { dict }: PageLeaf): Buffer {
  const { context } = source;
  const decoded = listOf(context, dict.get(keys.Contents)).flatMap((entry): Buffer[] => {
    const stream = resolved(context, entry);
    return stream instanceof PDFRawStream ? [decodedOf(source, stream), lineBreak] : [];
  });
  return Buffer.concat(decoded);
}

const lineBreak = Buffer.from('\n');

function decodedOf(source: PdfSource, stream: PDFRawStream): Buffer {
  const bytes = source.decode(stream);
  if (!bytes) throw new InputFault('damaged-document', 'has unreadable content on the page to insert');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
