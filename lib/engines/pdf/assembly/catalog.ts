import { keys, values } from '../keys.ts';
import { PDFCatalog, type PDFContext, type PDFDict, type PDFRef } from '../objects.ts';
import { nameOf } from '../syntax/names.ts';
import { Attachments } from './names/attachments.ts';
import { dictOf } from './object-builders.ts';
import { commonEntry } from './common-entry.ts';
import { commonExtensions } from './extensions.ts';
import type { Excerpt } from './excerpt.ts';
import { Layers } from './viewing/layers.ts';
import { Outline, type OutlineMode } from './outline/outline.ts';
import { mergePageLabels } from './pages/page-labels.ts';
import type { Union } from './page-plan.ts';
import { Retargeting } from './links/retargeting.ts';
import { copyScripts } from './names/scripts.ts';
import { copyThreads } from './viewing/threads.ts';
import { viewerSettings } from './viewing/viewer-settings.ts';
import { versionOf } from './metadata/pdf-version.ts';

/** Entries of the catalog that are written before it. */
export interface CatalogParts {
  pages: PDFRef;
  metadata: PDFRef | undefined;
}

/** What the catalog keeps of the sources. */
export interface CatalogOptions {
  outline: OutlineMode;
  titles: readonly string[];
  /** Excerpts whose attached files are kept. */
  attached: readonly Excerpt[];
}

/**
 * Writes the catalog of the result (PDF 32000-1, 7.7.2), which unites the document-level entries of the sources. Copy
 * their pages first. Entries about a source as a file are left out: permissions and their signature, scripts that run
 * when it is opened or closed, its presentation as a portfolio, private data of applications.
 */
export function writeCatalog(
  excerpts: readonly Excerpt[],
  union: Union,
  { pages, metadata }: CatalogParts,
  { outline, titles, attached }: CatalogOptions,
  context: PDFContext,
): PDFRef {
  const [first] = excerpts;
  if (!first) throw new RangeError('a document needs a page');
  const form = union.form.write(context);
  const structure = union.structure.write();
  const retargeting = (excerpt: Excerpt) => new Retargeting(excerpt, union);
  const outlines = writeOutline(excerpts, outline, titles, retargeting, context);
  const attachments = new Attachments();
  for (const excerpt of attached) attachments.add(excerpt);
  const names = dictOf(context, {
    Dests: union.names.tree(context),
    EmbeddedFiles: attachments.tree(context),
    JavaScript: copyScripts(union.form.excerpts, context),
  });
  const version = Math.max(...excerpts.map(({ source }) => versionOf(source)));
  const catalog = dictOf(context, {
    Type: values.Catalog,
    Version: version > 1.7 ? nameOf(version.toFixed(1)) : undefined,
    Pages: pages,
    ...viewerSettings(first, retargeting(first)),
    Outlines: outlines,
    PageLabels: mergePageLabels(excerpts, context),
    AcroForm: form,
    Names: isEmpty(names) ? undefined : names,
    AF: attachments.associated(context),
    Threads: copyThreads(excerpts, context),
    ...structure,
    Metadata: metadata,
    OutputIntents: union.intents.write(),
    URI: commonEntry(excerpts, keys.URI),
    Extensions: commonExtensions(excerpts),
  });
  for (const { copier } of excerpts) copier.flush();
  // Last, because a part of a document keeps the layers that any copied object refers to.
  const layers = new Layers();
  for (const excerpt of excerpts) layers.add(excerpt);
  const properties = layers.write(context);
  if (properties) catalog.set(keys.OCProperties, properties);
  for (const { copier } of excerpts) copier.flush();
  return context.register(PDFCatalog.fromMapWithContext(catalog.asMap(), context));
}

const isEmpty = (dict: PDFDict): boolean => dict.keys().length === 0;

function writeOutline(
  excerpts: readonly Excerpt[],
  mode: OutlineMode,
  titles: readonly string[],
  retargeting: (excerpt: Excerpt) => Retargeting,
  context: PDFContext,
): PDFRef | undefined {
  if (mode === 'none') return undefined;
  const outline = new Outline();
  for (const excerpt of excerpts) {
    if (excerpt.original) continue;
    const [page] = excerpt.pages;
    const parent =
      mode === 'files' && page ? outline.addPage(titles[excerpt.part] ?? '', page.ref, context) : undefined;
    outline.add(excerpt, retargeting(excerpt), parent);
  }
  return outline.write(context);
}
