import { noteKey } from './note-references.ts';
import { RevisionParagraph } from './revision-paragraph.ts';
import type { TextChanges } from './text-changes.ts';
import type { WordElement } from './word-elements.ts';
import { attributesOf, localName, type XmlTag } from './xml-tokens.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Earlier properties (ECMA-376-1, 17.13.5), and the marks of where moved or changed ranges begin and end. */
const records = words(
  'rPrChange pPrChange sectPrChange tblPrChange tblPrExChange tblGridChange tcPrChange trPrChange numberingChange ' +
    'moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd ' +
    'customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd ' +
    'customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd',
);
const inserted = words('ins moveTo');
const deleted = words('del moveFrom');
/** What may stand between two paragraphs and in a paragraph alike. */
const betweenParagraphs = words(
  'bookmarkStart bookmarkEnd commentRangeStart commentRangeEnd permStart permEnd proofErr',
);
/** What a run holds without showing it in the text. */
const unseen = words('rPr commentReference annotationRef lastRenderedPageBreak');

/** How many rows a table, or cells a row, had and how many of them stay. */
interface Parts {
  had: number;
  kept: number;
}

/** What is known of an open element. */
interface Scope {
  /** How many changes there are before it. */
  first: number;
  /** Whether it is taken out, or only its tags. */
  fate?: 'goes' | 'unwrapped';
  /** Of a table or a row. */
  parts?: Parts;
  /** Those of the innermost table or row that it is in. */
  whole?: Parts | undefined;
  /** The last paragraph in it, when its mark is gone. */
  pending?: RevisionParagraph | undefined;
  /** The innermost paragraph that it is in, or is. */
  paragraph?: RevisionParagraph | undefined;
}

/**
 * Makes of a document what it is with all its tracked changes accepted (ECMA-376-1, 17.13.5): what is inserted stays,
 * what is deleted goes, text that was moved stands where it was moved to, and formats are the new ones.
 */
export class Revisions {
  readonly #changes: TextChanges;
  readonly #scopes: Scope[] = [];
  /** The element that is being left out. */
  #removed: WordElement | undefined;
  /** The properties of a paragraph that another one takes over, as text. */
  #captured: { element: WordElement; text: string[] } | undefined;

  readonly #removedNotes: ReadonlySet<string>;

  /** @param removedNotes those to leave out, named as `noteKey` does */
  constructor(changes: TextChanges, removedNotes: ReadonlySet<string>) {
    this.#changes = changes;
    this.#removedNotes = removedNotes;
  }

  opened(element: WordElement): void {
    if (this.#removed) return;
    const { tag } = element;
    const parent = this.#scopes.at(-1);
    this.#seePlace(element, parent);
    if (this.#isRecord(element)) {
      if (tag.kind === 'empty') this.#changes.add(tag.start, tag.end);
      else this.#remove(element);
      return;
    }
    const scope: Scope = {
      first: this.#changes.count,
      paragraph: parent?.paragraph,
      whole: parent?.parts ?? parent?.whole,
    };
    if (inserted.has(element.word ?? '')) {
      this.#changes.add(tag.start, tag.end);
      scope.fate = 'unwrapped';
    } else if (element.word === 'cellMerge') {
      this.#changes.add(tag.start, tag.end, mergedCell(tag));
      scope.fate = 'unwrapped';
    } else this.#captured?.text.push(tag.text);
    if (element.word === 'p') scope.paragraph = this.#paragraph(tag, parent);
    if (element.word === 'pPr' && tag.kind === 'empty') this.#setProperties(element, scope.first, tag.end);
    if (element.word === 'tbl' || element.word === 'tr') scope.parts = { had: 0, kept: 0 };
    if (tag.kind === 'empty') return;
    if (element.word === 'pPr' && scope.paragraph?.joined && element.parent?.word === 'p') {
      this.#captured = { element, text: [tag.text] };
    }
    this.#scopes.push(scope);
  }

  closed(element: WordElement, tag: XmlTag): void {
    if (this.#removed) {
      if (element !== this.#removed) return;
      this.#removed = undefined;
      this.#changes.muted = false;
      this.#changes.add(element.tag.start, tag.end);
      return;
    }
    const scope = this.#scopes.pop();
    if (!scope) return;
    if (scope.fate === 'unwrapped') this.#changes.add(tag.start, tag.end);
    else this.#captured?.text.push(tag.text);
    switch (element.word) {
      case 'pPr':
        this.#setProperties(element, scope.first, tag.end);
        break;
      case 'p':
        this.#closeParagraph(scope.paragraph, tag);
        break;
      case 'tc':
      case 'tr':
      case 'tbl':
        this.#closePart(element, scope, tag);
        break;
    }
  }

  /** What the place of an element tells about those around it. */
  #seePlace({ word, local, parent }: WordElement, scope: Scope | undefined): void {
    if (parent?.local === 'r' && !unseen.has(local) && scope?.paragraph) scope.paragraph.hasContent = true;
    if (scope?.pending && word !== 'p' && !betweenParagraphs.has(word ?? '') && !records.has(word ?? '')) {
      if (word !== 'sectPr') scope.pending.removeIfEmpty();
      scope.pending = undefined;
    }
  }

  /** Whether an element only records a change, or is a deleted note; notes what it says about the element that it stands in. */
  #isRecord({ word = '', tag, parent }: WordElement): boolean {
    if (records.has(word)) return true;
    if (word === 'footnote' || word === 'endnote') return this.#removedNotes.has(noteKey(word, tag));
    const isDeletion = deleted.has(word);
    switch (parent?.word) {
      case 'rPr':
        if (isDeletion && parent.parent?.word === 'pPr') this.#noteDeletedMark();
        return isDeletion || inserted.has(word);
      case 'trPr':
        if (isDeletion) this.#noteDeletedPart(2);
        return isDeletion || inserted.has(word);
      case 'tcPr':
        if (word === 'cellDel') this.#noteDeletedPart(2);
        return word === 'cellDel' || word === 'cellIns';
      default:
        return isDeletion;
    }
  }

  #noteDeletedMark(): void {
    const paragraph = this.#scopes.at(-1)?.paragraph;
    if (paragraph) paragraph.markGone = true;
  }

  /** @param levels how far out the row or the cell is */
  #noteDeletedPart(levels: number): void {
    const scope = this.#scopes.at(-levels);
    if (scope) scope.fate = 'goes';
  }

  #remove(element: WordElement): void {
    this.#removed = element;
    this.#changes.muted = true;
  }

  /** The paragraph that `tag` begins. */
  #paragraph(tag: XmlTag, parent: Scope | undefined): RevisionParagraph {
    const before = parent?.pending;
    if (parent) parent.pending = undefined;
    return before ? before.join(tag) : new RevisionParagraph(tag, this.#changes);
  }

  #closeParagraph(paragraph: RevisionParagraph | undefined, tag: XmlTag): void {
    paragraph?.close(tag);
    const parent = this.#scopes.at(-1);
    if (parent && paragraph?.markGone) parent.pending = paragraph;
  }

  #setProperties({ tag, parent }: WordElement, first: number, end: number): void {
    if (parent?.word !== 'p') return;
    const text = this.#captured?.text.join('') ?? tag.text;
    this.#captured = undefined;
    this.#scopes.at(-1)?.paragraph?.setProperties(tag.start, end, first, text);
  }

  /** Ends a cell, a row or a table, which goes with the last of its parts. */
  #closePart(element: WordElement, scope: Scope, tag: XmlTag): void {
    const { parts } = scope;
    const goes = scope.fate === 'goes' || (parts !== undefined && parts.had > 0 && parts.kept === 0);
    if (goes) this.#changes.removeFrom(scope.first, element.tag.start, tag.end);
    if (element.word === 'tbl') return;
    const { whole } = scope;
    if (!whole) return;
    whole.had += 1;
    if (!goes) whole.kept += 1;
  }
}

/** How cells were merged (ECMA-376-1, 17.13.5.3), as the property of a cell that is merged so. */
function mergedCell(tag: XmlTag): string {
  const merge = attributesOf(tag).find(({ name }) => localName(name) === 'vMerge');
  if (!merge) return '';
  const prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
  return merge.value === 'rest' ? `<${prefix}vMerge ${prefix}val="restart"/>` : `<${prefix}vMerge/>`;
}
