import type { Box } from '../../../assembly/pages/page-view.ts';
import { Clip } from './clip.ts';
import { inlineIdentifier, nameOperand, numericOperands, propertiesName } from './operands.ts';
import { effectOf, type Operator, readOperators } from './operators.ts';

/** How a form is drawn: with marks inside of it, as an artifact, or as a copy without tags. */
export type FormUse = 'marked' | 'artifact' | { copy: string };

/** The marks around content. */
export type Surrounding = 'none' | 'element' | 'artifact';

/** What surrounds the content of a page or of a form. */
export interface ContentSetting {
  /** What is visible of the page; undefined for a form. */
  box: Box | undefined;
  /** Whether content with this identifier belongs to a structure element. */
  isTagged(mcid: number): boolean;
  /** The identifier in properties among the resources. */
  identifierOf(properties: string): number | undefined;
  useForm(name: string, around: Surrounding): FormUse;
  /**
   * Takes text without marks into the structure.
   *
   * @returns its identifier; undefined if it becomes an artifact
   */
  tagText(place: TextPlace): number | undefined;
  /** Whether text is known to be white space. */
  isBlank(shown: ShownText): boolean;
  /** Hears of the operators that show text in marked content. */
  hearText(mcid: number, shown: ShownText): void;
}

/** Where text without marks stands. */
export interface TextPlace {
  /** The last content before it that belongs to the structure. */
  previous: number | undefined;
  /** Whether it continues the line of that. */
  continuesLine: boolean;
  /** The height of the line on the page. */
  baseline: number | undefined;
}

/** An operator that shows text. */
export interface ShownText {
  operator: Operator;
  bytes: Buffer;
  /** The name of the font among the resources. */
  font: string;
  /** Where the text stands. Texts of one line have the same. */
  baseline: number | undefined;
}

/** Where the content changes: `text` replaces what is between `from` and `to`. */
interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Marked content that is open. */
interface Mark {
  isArtifact: boolean;
  /** Of the innermost structure element. */
  mcid: number | undefined;
}

/** Content in a row that has no marks. */
interface Unmarked {
  start: number;
  end: number;
  isText: boolean;
  /** Whether it is white space. */
  isBlank: boolean;
  isWholePage: boolean;
  baseline: number | undefined;
}

/** Content with its marks completed. */
export interface MarkedContent {
  /** Undefined if the content stays as it is. */
  bytes: Buffer | undefined;
  /** Whether text has become an artifact. */
  hidesText: boolean;
}

const artifact = '/Artifact BMC\n';
/** Page headers and footers (PDF 32000-1, 14.8.2.2.2). */
const pagination = '/Artifact <</Type/Pagination>> BDC\n';
const end = '\nEMC\n';

/**
 * Completes the marks of content: all of it is either part of the structure or an artifact, and neither is inside of the other
 * (PDF 32000-1, 14.8.2.2; ISO 14289-1, 7.1). Lines, backgrounds and pictures without marks become artifacts.
 *
 * @returns undefined for content that cannot be read to its end, which stays as it is
 */
export function completeMarks(bytes: Buffer, setting: ContentSetting): MarkedContent | undefined {
  const marking = new Marking(bytes, setting);
  if (!readOperators(bytes, (operator) => marking.visit(operator))) return undefined;
  return marking.finish();
}

class Marking {
  readonly #bytes: Buffer;
  readonly #setting: ContentSetting;
  readonly #clip: Clip | undefined;
  readonly #edits: Edit[] = [];
  readonly #marks: Mark[] = [];
  #unmarked: Unmarked | undefined;
  /** Where the current path begins. */
  #path: number | undefined;
  #font = '';
  readonly #fonts: string[] = [];
  #baseline: number | undefined;
  #previous: number | undefined;
  /** The line of the last text with that identifier. */
  #previousLine: number | undefined;
  #hidesText = false;

  constructor(bytes: Buffer, setting: ContentSetting) {
    this.#bytes = bytes;
    this.#setting = setting;
    this.#clip = setting.box && new Clip(setting.box);
  }

  visit(operator: Operator): void {
    const { name } = operator;
    this.#clip?.apply(name, () => numericOperands(this.#bytes, operator));
    const effect = effectOf(name);
    if (effect === 'none') this.#visitState(operator);
    else if (effect === 'construct') this.#path ??= operator.start;
    else if (effect === 'path') {
      this.#paint(this.#path ?? operator.start, operator.end);
      this.#endPath();
    } else if (effect === 'form') this.#draw(operator);
    else {
      this.#paint(operator.start, operator.end, effect === 'text' ? this.#shown(operator) : undefined);
      if (effect === 'text') this.#hear(operator);
    }
  }

  finish(): MarkedContent {
    this.#close();
    for (const _ of this.#marks) this.#edit(this.#bytes.length, this.#bytes.length, end);
    return { bytes: this.#edits.length > 0 ? this.#edited() : undefined, hidesText: this.#hidesText };
  }

  get #top(): Mark | undefined {
    return this.#marks.at(-1);
  }

  get #isMarked(): boolean {
    const top = this.#top;
    return top !== undefined && (top.isArtifact || top.mcid !== undefined);
  }

  get #surrounding(): Surrounding {
    if (!this.#isMarked) return 'none';
    return this.#top?.isArtifact ? 'artifact' : 'element';
  }

  #visitState(operator: Operator): void {
    const { name } = operator;
    if (name === 'n') this.#endPath();
    else if (name === 'BMC' || name === 'BDC') this.#begin(operator);
    else if (name === 'EMC') this.#end(operator);
    else if (name === 'Tf') this.#font = nameOperand(this.#bytes, operator) ?? '';
    else if (name === 'Tm') this.#baseline = this.#heightOf(numericOperands(this.#bytes, operator));
    else if (name === 'q' || name === 'Q' || name === 'BT' || name === 'ET') {
      this.#close();
      if (name === 'q') this.#fonts.push(this.#font);
      if (name === 'Q') this.#font = this.#fonts.pop() ?? this.#font;
    }
  }

  #heightOf([, , , , x = 0, y = 0]: readonly number[]): number {
    return Math.round(this.#clip?.heightOf(x, y) ?? y);
  }

  #endPath(): void {
    this.#path = undefined;
    this.#clip?.endPath();
  }

  #begin(operator: Operator): void {
    this.#close();
    const top = this.#top ?? { isArtifact: false, mcid: undefined };
    const isArtifact = nameOperand(this.#bytes, operator) === 'Artifact';
    const mcid = isArtifact ? undefined : this.#identifier(operator);
    const isTagged = mcid !== undefined && this.#setting.isTagged(mcid);
    if (isTagged) this.#previous = mcid;
    if (isTagged && !top.isArtifact) this.#marks.push({ isArtifact: false, mcid });
    else if (isArtifact && top.mcid === undefined) this.#marks.push({ isArtifact: true, mcid: undefined });
    else if (!isArtifact && mcid === undefined) this.#marks.push(top);
    else {
      // Marks that contradict those around them, or that lead to no element.
      const isFree = top.mcid === undefined && !top.isArtifact;
      this.#edit(operator.start, operator.end, isFree ? artifact : '/Span BMC');
      this.#marks.push(isFree ? { isArtifact: true, mcid: undefined } : top);
    }
  }

  #end({ start, end: after }: Operator): void {
    this.#close();
    if (this.#marks.length > 0) this.#marks.pop();
    else this.#edit(start, after, '');
  }

  #identifier(operator: Operator): number | undefined {
    if (operator.name !== 'BDC') return undefined;
    const stated = inlineIdentifier(this.#bytes, operator);
    if (stated !== undefined) return stated;
    const properties = propertiesName(this.#bytes, operator);
    return properties === undefined ? undefined : this.#setting.identifierOf(properties);
  }

  #draw(operator: Operator): void {
    const name = nameOperand(this.#bytes, operator) ?? '';
    const use = this.#setting.useForm(name, this.#surrounding);
    if (use === 'marked') {
      this.#close();
      return;
    }
    if (use !== 'artifact') this.#edit(operator.start, operator.end, `/${use.copy} Do`);
    this.#paint(operator.start, operator.end);
  }

  /** @param shown the text, if it is one */
  #paint(start: number, after: number, shown?: ShownText): void {
    if (this.#isMarked) return;
    const isText = shown !== undefined;
    const isBlank = shown !== undefined && this.#setting.isBlank(shown);
    if (this.#unmarked?.isText === isText && this.#unmarked.isBlank === isBlank) {
      this.#unmarked.end = after;
      return;
    }
    this.#close();
    const isWholePage = this.#clip?.isWholePage ?? true;
    this.#unmarked = { start, end: after, isText, isBlank, isWholePage, baseline: this.#baseline };
  }

  #shown(operator: Operator): ShownText {
    return { operator, bytes: this.#bytes, font: this.#font, baseline: this.#baseline };
  }

  #hear(operator: Operator): void {
    const mcid = this.#top?.mcid;
    if (mcid === undefined) return;
    this.#previousLine = this.#baseline;
    this.#setting.hearText(mcid, this.#shown(operator));
  }

  /** Marks the content in a row that has no marks. */
  #close(): void {
    const unmarked = this.#unmarked;
    if (!unmarked) return;
    this.#unmarked = undefined;
    this.#edit(unmarked.start, unmarked.start, this.#beginning(unmarked));
    this.#edit(unmarked.end, unmarked.end, end);
  }

  #beginning({ isText, isBlank, isWholePage, baseline }: Unmarked): string {
    if (!isText || isBlank) return artifact;
    const previous = this.#previous;
    const continuesLine = baseline !== undefined && baseline === this.#previousLine;
    const mcid = isWholePage ? undefined : this.#setting.tagText({ previous, continuesLine, baseline });
    this.#hidesText ||= mcid === undefined;
    return mcid === undefined ? pagination : `/Span <</MCID ${mcid}>> BDC\n`;
  }

  #edit(from: number, to: number, text: string): void {
    this.#edits.push({ from, to, text });
  }

  #edited(): Buffer {
    const parts: Buffer[] = [];
    let at = 0;
    for (const { from, to, text } of this.#edits.sort(byPlace)) {
      parts.push(this.#bytes.subarray(at, from), Buffer.from(text, 'latin1'));
      at = to;
    }
    return Buffer.concat([...parts, this.#bytes.subarray(at)]);
  }
}

/** What is inserted before an operator comes before what replaces it. */
const byPlace = (one: Edit, other: Edit): number =>
  one.from - other.from || Number(one.to > one.from) - Number(other.to > other.from);
