import { noteKey } from './note-references.ts';
import { RevisionParagraph } from './revision-paragraph.ts';
import type { TextChanges } from './text-changes.ts';
import type { WordElement } from './word-elements.ts';
import { attributesOf, localName, type XmlTag } from './xml-tokens.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Earlier properties (ECMA-376-1, 17.13.5), and the start and end marks of moved or changed ranges. */
const records = words(
  'rPrChange pPrChange sectPrChange tblPrChange tblPrExChange tblGridChange tcPrChange trPrChange numberingChange ' +
    'moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd ' +
    'customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd ' +
    'customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd',
);
const inserted = words('ins moveTo');
const deleted = words('del moveFrom');
/** Elements allowed both between two paragraphs and inside one. */
const betweenParagraphs = words(
  'bookmarkStart bookmarkEnd commentRangeStart commentRangeEnd permStart permEnd proofErr',
);
/** Elements of a run that are invisible in the text. */
const unseen = words('rPr commentReference annotationRef lastRenderedPageBreak');

/** The number of rows of a table, or cells of a row, and how many of them stay. */
interface Parts {
  had: number;
  kept: number;
}

/** The state of an open element. */
interface Scope {
  /** Number of changes before it. */
  first: number;
  /** Whether the whole element is removed, or only its tags. */
  fate?: 'goes' | 'unwrapped';
  /** Only of a table or a row. */
  parts?: Parts;
  /** The parts of the innermost table or row that contains it. */
  whole?: Parts | undefined;
  /** Its last paragraph, if that paragraph's mark is gone. */
  pending?: RevisionParagraph | undefined;
  /** The innermost paragraph that contains it, or itself. */
  paragraph?: RevisionParagraph | undefined;
}

/**
 * Accepts all tracked changes of a document (ECMA-376-1, 17.13.5): insertions stay, deletions are removed, moved text
 * is at its new place, and formats are the new ones.
 */
export class Revisions {
  readonly #changes: TextChanges;
  readonly #scopes: Scope[] = [];
  /** The element being removed. */
  #removed: WordElement | undefined;
  /** The text of the properties of a paragraph that another one takes over. */
  #captured: { element: WordElement; text: string[] } | undefined;

  readonly #removedNotes: ReadonlySet<string>;

  /** @param removedNotes the notes to remove, in the form of `noteKey` */
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

  /** Updates the surrounding elements by an element's place. */
  #seePlace({ word, local, parent }: WordElement, scope: Scope | undefined): void {
    if (parent?.local === 'r' && !unseen.has(local) && scope?.paragraph) scope.paragraph.hasContent = true;
    if (scope?.pending && word !== 'p' && !betweenParagraphs.has(word ?? '') && !records.has(word ?? '')) {
      if (word !== 'sectPr') scope.pending.removeIfEmpty();
      scope.pending = undefined;
    }
  }

  /** Whether an element only records a change, or is a deleted note. Also applies the record to its parent. */
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

  /** @param levels how many levels up the row or the cell is */
  #noteDeletedPart(levels: number): void {
    const scope = this.#scopes.at(-levels);
    if (scope) scope.fate = 'goes';
  }

  #remove(element: WordElement): void {
    this.#removed = element;
    this.#changes.muted = true;
  }

  /** The paragraph that `tag` starts. */
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

  /** Ends a cell, a row or a table, which is removed when its last part is. */
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

/** How cells were merged (ECMA-376-1, 17.13.5.3), as the property of a merged cell. */
function mergedCell(tag: XmlTag): string {
  const merge = attributesOf(tag).find(({ name }) => localName(name) === 'vMerge');
  if (!merge) return '';
  const prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
  return merge.value === 'rest' ? `<${prefix}vMerge ${prefix}val="restart"/>` : `<${prefix}vMerge/>`;
}
