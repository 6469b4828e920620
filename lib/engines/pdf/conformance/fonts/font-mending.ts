import type { Substitution } from '../../../fonts/font-warnings.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import type { InflationAccount } from '../../work-budget.ts';
import { type ConformanceTarget, needsUnicode, partOf, type PdfaPart } from '../target.ts';
import type { Substituted } from './substitutes/substitute-simple-font.ts';
import type { SubstituteFonts } from './substitutes/substitute-fonts.ts';

/** What the fonts of a document are corrected for, and what became of them. */
export class FontMending {
  /** Undefined if PDF/A is not the target. */
  readonly part: PdfaPart | undefined;
  /** Whether all text must have Unicode values. */
  readonly needsUnicode: boolean;
  readonly account: InflationAccount;
  readonly substitutions: Substitution[] = [];
  /** Characters that no font has. */
  missing = '';
  /** Codes whose text is not known. */
  unknown = 0;
  readonly #open: (() => SubstituteFonts) | undefined;

  constructor(document: BuiltDocument, target: ConformanceTarget, open: (() => SubstituteFonts) | undefined) {
    this.part = target.pdfa && partOf(target.pdfa);
    this.needsUnicode = needsUnicode(target);
    this.account = document.budget.contents;
    this.#open = open;
  }

  /** Undefined if the installation has no fonts. */
  get substitutes(): SubstituteFonts | undefined {
    return this.#open?.();
  }

  substituted({ font, by, missing }: Substituted): void {
    this.substitutions.push({ font, by });
    this.missing += missing;
  }
}
