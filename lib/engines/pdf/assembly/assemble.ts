import type { DeclaredConformance } from '../../../base/conformance.ts';
import { declaredBy, fileVersionOf, partOf } from '../conformance/target.ts';
import type { CompressedWarning } from '../finishing/compress/compressed-warning.ts';
import { bestLevel, type Compression, noSavings, type Savings } from '../finishing/compress/compression.ts';
import { dataBytes } from '../finishing/compress/object-data.ts';
import { type Measured, smallerDocument } from '../finishing/compress/smaller-document.ts';
import { finish, type FinishingWarning } from '../finishing/finish.ts';
import type { Finishing } from '../finishing/finishing.ts';
import { keys } from '../keys.ts';
import { PDFDict } from '../objects.ts';
import { OutputDocument } from '../output/output-document.ts';
import type { WrittenDocument } from '../writer/document-writer.ts';
import { writeDocument } from '../writer/write-document.ts';
import { writeCatalog } from './catalog.ts';
import { isCommon } from './common-entry.ts';
import { DestinationNames } from './destinations/destination-names.ts';
import type { Excerpt } from './excerpt.ts';
import { Form } from './form/form.ts';
import { declareConformance } from './metadata/declare-conformance.ts';
import { writeInformation } from './metadata/information.ts';
import { keepsInvoice } from './metadata/kept-invoice.ts';
import { commonConformance, flavoursOf, type KeptConformance } from './metadata/kept-conformance.ts';
import { textAt } from './lookup.ts';
import type { OutlineMode } from './outline/outline.ts';
import { OutputIntents } from './colour/output-intents.ts';
import { planPages } from './page-plan.ts';
import { type Part, selectPages } from './pages/page-selection.ts';
import { PageTree } from './pages/page-tree.ts';
import { copyPage } from './pages/copy-page.ts';
import { Structure } from './structure/structure.ts';
import { type AssemblyWarning, warningsOf } from './warnings.ts';
import { type Withdrawal, withdrawalFrom } from './withdrawal.ts';

export interface AssemblyOptions {
  /** `keep` by default. */
  outline?: OutlineMode | undefined;
  /** Titles of the outline entries for the parts, where the outline has such entries. */
  titles?: readonly string[] | undefined;
  /** Applied to the result before it is written. */
  finishing?: Finishing | undefined;
  /**
   * Whether attached files are kept although some pages of their document are not. By default they are kept only with
   * the whole document, because they belong to no page.
   */
  keepAttachments?: boolean | undefined;
  /**
   * Whether unused resources are removed from whole documents too. They are always removed from parts of a document,
   * where they can be what other pages show.
   */
  pruneWhole?: boolean | undefined;
}

export interface AssembledDocument extends WrittenDocument {
  /** The number of pages. */
  pages: number;
  warnings: AssemblyWarning[];
  /** About the finishing options. */
  finishingWarnings: readonly (FinishingWarning | CompressedWarning)[];
  /** What the document declares and nobody has validated yet. */
  declares: DeclaredConformance | undefined;
  /** Present if it keeps what its sources declare. */
  withdrawal: Withdrawal | undefined;
}

/**
 * Assembles a document from pages of one or more sources. Everything that belongs to the pages is kept, and nothing of
 * other pages. Entries of the documents as a whole are united. Sources are never modified: a split makes all its parts
 * from one source.
 *
 * @throws CrossReferenceError, see `withRepair`
 * @throws InputFault of the reader, and `file-too-large` for too many repetitions
 */
export function assemble(parts: readonly Part[], options: AssemblyOptions = {}): AssembledDocument {
  const plain = assembleOnce(parts, options);
  const { compression } = options.finishing ?? {};
  if (!compression) return plain.document;
  const compressed = assembleOnce(parts, { ...options, pruneWhole: true }, compression);
  const { document, warnings } = smallerDocument(plain, compressed);
  return { ...document, finishingWarnings: [...document.finishingWarnings, ...warnings] };
}

function assembleOnce(
  parts: readonly Part[],
  options: AssemblyOptions,
  compression?: Compression,
): Measured<AssembledDocument> & { savings: Savings } {
  const output = new OutputDocument();
  const { context } = output;
  const { excerpts, pages } = selectPages(parts, output);
  const [first] = excerpts;
  if (!first) throw new RangeError('a document needs a page');

  const common = keptConformance(excerpts, options);
  const names = new DestinationNames();
  for (const excerpt of excerpts) names.add(excerpt);
  const form = new Form();
  const removedLinks = new Map<Excerpt, number>();
  const language = textAt(first.source.catalog, keys.Lang);
  const union = {
    names,
    form,
    structure: new Structure(context),
    intents: new OutputIntents(excerpts, context, { isArchival: common?.archival !== undefined }),
    keepsUriBase: isCommon(excerpts, keys.URI),
    language,
    pruneWhole: options.pruneWhole ?? false,
    removedLinks,
  };
  const plans = excerpts.map((excerpt) => ({ excerpt, changesOf: planPages(excerpt, union) }));

  const tree = new PageTree(context, pages);
  for (const { excerpt, changesOf } of plans) {
    for (const page of excerpt.pages) copyPage(excerpt, page, tree, changesOf(page));
    excerpt.copier.flush();
  }

  const attached = excerpts.filter(({ whole, original }) => whole || (options.keepAttachments && !original));
  const { finishing = {} } = options;
  const invoice = keepsInvoice(excerpts, attached, finishing);
  const { Info, Metadata } = writeInformation(first, context, { ...common, invoice });
  const root = writeCatalog(
    excerpts,
    union,
    { pages: tree.root, metadata: Metadata },
    {
      outline: finishing.bookmarks ? 'none' : (options.outline ?? 'keep'),
      titles: options.titles ?? [],
      attached,
    },
    context,
  );
  context.trailerInfo.Root = root;
  if (Info) context.trailerInfo.Info = Info;
  const { budget } = first.source.file;
  const catalog = context.lookup(root, PDFDict);
  const built = { output, context, catalog, pages, budget };
  const { protection, undescribed, warnings: finishingWarnings } = finish(built, finishing);
  const declaration = common && declareConformance(built, common);
  const kept = declaration && common;
  const declares = finishing.conformance
    ? declaredBy(finishing.conformance, undescribed)
    : kept && declaredAs(kept);
  const bytes = finishing.compression ? dataBytes(output) : 0;
  const savings = compression ? compression.compress(built) : noSavings;
  const packing = compression && ({ objectStreams: 'always', level: bestLevel } as const);
  const { pdfa } = finishing.conformance ?? {};
  const written = writeDocument(output, {
    protection,
    linearization: finishing.isLinearized ? { pages, budget } : undefined,
    ...packing,
    version: fileVersionOf(pdfa === undefined ? kept?.archival?.part : partOf(pdfa)),
  });
  const document = {
    ...written,
    pages: pages.length,
    warnings: warningsOf(parts, {
      renamed: form.renamed,
      attached: new Set(attached),
      scripted: new Set(form.excerpts),
      removedLinks,
      flavours: declares?.flavours ?? [],
      isInvoice: invoice || finishing.invoice !== undefined,
      choosesArchival: finishing.conformance?.pdfa !== undefined,
    }),
    finishingWarnings,
    declares,
    withdrawal: declaration && withdrawalFrom(parts, written, declaration),
  };
  return { document, dataBytes: bytes, savings };
}

/** What the result declares although the request does not ask for it. */
function keptConformance(
  excerpts: readonly Excerpt[],
  { finishing = {} }: AssemblyOptions,
): KeptConformance | undefined {
  const { conformance, protection } = finishing;
  if (conformance) return undefined;
  // ISO 19005-1, 6.1.3, and its counterparts: an archival file is not encrypted.
  return protection ? undefined : commonConformance(excerpts.map(({ source }) => source));
}

const declaredAs = (kept: KeptConformance): DeclaredConformance => ({ flavours: flavoursOf(kept) });
