import { gunzipSync, constants } from 'node:zlib';
import type { LinkBudgets } from './link-budget.ts';
import { ContentLinks, isInPackage } from './odf/content-links.ts';
import { isHiddenPart } from './odf/hidden-parts.ts';
import type { PackageLayout } from './package-layout.ts';
import type { Splice } from './part-splices.ts';
import { FormatError } from '../../base/random-access.ts';
import { RelationshipLinks } from './relationship-links.ts';
import { SvgLinks } from './svg-links.ts';
import type { PartInspector } from './zip-limits.ts';

/** The change that removes all references of a part to anything outside its document. */
export type PartVerdict =
  | { kind: 'splice'; splices: readonly Splice[] }
  /** Its references cannot be determined: it must be removed. */
  | { kind: 'drop' }
  /** It is itself a package, which must be inspected. */
  | { kind: 'package' };

type LinkFinder = RelationshipLinks | ContentLinks | SvgLinks;

/** How far LibreOffice searches for the mark of an SVG, and more. In bytes. */
const headLength = 4096;

/**
 * Inspects one part of a document. Relationships are identified by the part's name, everything else by content, as in
 * LibreOffice, whatever an image's file name is.
 */
export class PartLinks implements PartInspector {
  readonly #name: string;
  readonly #format: PackageLayout['format'];
  #head: Buffer | undefined = Buffer.alloc(0);
  #links: LinkFinder | undefined;
  #verdict: PartVerdict | undefined;
  readonly #budgets: LinkBudgets;
  readonly #report: (verdict: PartVerdict) => void;

  /**
   * @param name as in the ZIP
   * @param format of its package
   * @param budgets budgets of the document
   * @param report receives the verdict when the part is finished, unless the part may stay unchanged
   */
  constructor(
    name: string,
    format: PackageLayout['format'],
    budgets: LinkBudgets,
    report: (verdict: PartVerdict) => void,
  ) {
    this.#name = name;
    this.#format = format;
    this.#budgets = budgets;
    this.#report = report;
  }

  read(piece: Buffer): void {
    if (this.#head) {
      this.#head = this.#head.length === 0 ? piece : Buffer.concat([this.#head, piece]);
      if (this.#head.length >= headLength) this.#begin(this.#head);
    } else this.#attempt((links) => links.read(piece));
  }

  finish(): void {
    if (this.#head) this.#begin(this.#head);
    this.#attempt((links) => links.finish());
    const splices = this.#links?.splices ?? [];
    if (splices.length > 0) this.#verdict = { kind: 'splice', splices };
    if (this.#verdict) this.#report(this.#verdict);
  }

  #begin(head: Buffer): void {
    this.#head = undefined;
    const isOpenDocument = this.#format === 'odf';
    if (isOpenDocument && isHiddenPart(this.#name)) this.#verdict = { kind: 'drop' };
    else if (/\.rels$/i.test(this.#name)) {
      this.#links = new RelationshipLinks(this.#budgets.relationships);
    } else if (isOpenDocument && /\.(?:xml|rdf)$/i.test(this.#name)) {
      this.#links = new ContentLinks(this.#budgets.contents, isInPackage);
    } else if (head.toString('latin1', 0, 4) === 'PK\x03\x04') this.#verdict = { kind: 'package' };
    else if (head.toString('latin1', 0, 2) === '\x1f\x8b') {
      if (!isCompressedMetafile(head)) this.#verdict = { kind: 'drop' };
    } else if (mayBeSvg(head.toString('latin1', 0, headLength))) {
      this.#links = new SvgLinks(this.#budgets.pictures);
    }
    this.#attempt((links) => links.read(head));
  }

  /** Unreadable relationships and contents are damage; an unreadable image is dropped. */
  #attempt(action: (links: LinkFinder) => void): void {
    if (!this.#links) return;
    try {
      action(this.#links);
    } catch (error) {
      if (!(error instanceof FormatError && this.#links instanceof SvgLinks)) throw error;
      this.#links = undefined;
      this.#verdict = { kind: 'drop' };
    }
  }
}

/** Whether a picture or object with this beginning can contain links: an SVG image, compressed or not, or a package. */
export const mayContainLinks = (head: Buffer): boolean =>
  head.toString('latin1', 0, 4) === 'PK\x03\x04' ||
  (head.toString('latin1', 0, 2) === '\x1f\x8b' && !isCompressedMetafile(head)) ||
  mayBeSvg(head.toString('latin1', 0, headLength));

/** LibreOffice recognises an SVG by these letters in its first bytes, in any encoding. */
const mayBeSvg = (head: string): boolean => /^[\s\xef\xbb\xbf\xff\xfe\0]*</.test(head) && /svg/i.test(head);

/** Office compresses metafiles, which cannot contain references: EMF ([MS-EMF] 2.3.4.2), WMF ([MS-WMF] 2.3.2). */
function isCompressedMetafile(head: Buffer): boolean {
  try {
    // Only a bounded start is inflated, to a few megabytes at most.
    const beginning = head.subarray(0, headLength);
    const start = gunzipSync(beginning, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1', 0, 44);
    return (
      (start.startsWith('\x01\0\0\0') && start.endsWith(' EMF')) ||
      ['\xd7\xcd\xc6\x9a', '\x01\0\t\0', '\x02\0\t\0'].some((signature) => start.startsWith(signature))
    );
  } catch {
    return false;
  }
}
