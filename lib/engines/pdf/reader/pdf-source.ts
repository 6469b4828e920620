import { decodeStream, filtersOf } from '../filters/decode-stream.ts';
import { InputFault } from '../../../base/input-fault.ts';
import { keys } from '../keys.ts';
import { type PDFContext, PDFDict, type PDFRawStream, PDFRef } from '../objects.ts';
import type { Finding } from './findings.ts';
import { PageLeaf } from './page-leaf.ts';
import { walkPageTree } from './page-tree.ts';
import type { PdfFile } from './pdf-file.ts';
import { findStrayPages } from './stray-pages.ts';
import type { Trailer } from './trailer.ts';

/**
 * An open PDF. Objects are located, not parsed: `context` parses and decrypts each one at its first lookup. Never
 * modify a source; pass changes to a copier's `override`.
 */
export class PdfSource {
  /** The objects as bytes, for copiers. */
  readonly file: PdfFile;
  /** The password that opened the file. */
  readonly password: string | undefined;
  /** pdf-lib's view of the objects. A lookup follows chains of references; absent objects are `undefined`. */
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly catalogRef: PDFRef;
  readonly info: PDFDict | undefined;
  readonly pages: readonly PageLeaf[];
  /** The object numbers of the page tree's nodes. */
  readonly treeNodes: ReadonlySet<number>;
  readonly encrypted: boolean;
  /** The first part of the file identifier (PDF 32000-1, 14.4) in hexadecimal; empty if there is none. */
  readonly id: string;

  /**
   * @throws CrossReferenceError if the cross-reference is wrong
   * @throws InputFault `damaged-document` if there is no page, `file-too-large` if there are too many
   */
  constructor(file: PdfFile, trailer: Trailer, password: string | undefined) {
    this.file = file;
    this.password = password;
    this.context = file.context;
    this.encrypted = file.decryption !== undefined;
    this.id = trailer.idText;
    this.context.largestObjectNumber = Math.max(0, file.table.length - 1);
    this.catalogRef = trailer.root ?? this.context.nextRef();
    this.catalog = catalogOf(file, trailer);
    this.info = dictAt(this.context, trailer.info);
    const pages = this.catalog.get(keys.Pages);
    const tree = pages instanceof PDFRef ? walkPageTree(file, pages.objectNumber) : undefined;
    this.treeNodes = tree?.nodes ?? new Set();
    let leaves = tree?.leaves ?? [];
    if (leaves.length === 0 && file.rebuilt) leaves = findStrayPages(file);
    if (leaves.length === 0) throw missing(file, 'has no pages');
    this.pages = leaves.map((leaf) => new PageLeaf(file, leaf));
  }

  /** Repaired defects with their counts. Grows while objects are read. */
  get findings(): ReadonlyMap<Finding, number> {
    return this.file.findings;
  }

  /**
   * The decoded data of a stream of this source.
   *
   * @returns undefined if a filter is unknown or for images, if the data are damaged, or past the limits
   */
  decode(stream: PDFRawStream): Uint8Array | undefined {
    const filters = filtersOf(stream.dict);
    if (!filters) return undefined;
    try {
      const decoded = decodeStream(stream.contents, filters, this.file.budget.contents);
      return decoded && !decoded.damaged ? decoded.bytes : undefined;
    } catch (error) {
      if (error instanceof InputFault && error.code === 'file-too-large') return undefined;
      throw error;
    }
  }
}

/** The catalog; empty if a rebuilt file has none. */
function catalogOf(file: PdfFile, { root }: Trailer): PDFDict {
  const catalog = dictAt(file.context, root);
  if (!catalog) file.fail('There is no catalog');
  return catalog ?? PDFDict.withContext(file.context);
}

/** The error for a missing part. Throws if a scan of the whole file may find it. */
function missing(file: PdfFile, predicate: string): InputFault {
  file.fail(predicate);
  return new InputFault('damaged-document', predicate);
}

function dictAt(context: PDFContext, ref: PDFRef | undefined): PDFDict | undefined {
  const dict = ref && context.lookup(ref);
  return dict instanceof PDFDict ? dict : undefined;
}
