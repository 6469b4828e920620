import type { Paper } from '../../api/fields/lengths.ts';
import { kindOfMainPart } from './detect.ts';
import { NoteReferences } from './note-references.ts';
import type { PartEdits } from './part-edits.ts';
import type { Splice } from './part-splices.ts';
import { Revisions } from './revisions.ts';
import { SectionPaper } from './section-paper.ts';
import { TextChanges } from './text-changes.ts';
import { type WordElement, WordElements } from './word-elements.ts';
import { spliceOf, XmlTextReader } from './xml-text.ts';
import { type XmlTag, XmlTagReader } from './xml-tokens.ts';

export interface WordEdits {
  /** Whether to accept tracked changes; otherwise they stay. */
  acceptChanges: boolean;
  /** For sections that declare none. */
  paper: Paper;
  /** Whether all sections are in landscape orientation; otherwise they have their own. */
  landscape?: boolean;
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** VML stores images in attributes (`gfxdata`). In characters. */
const maxTagLength = 32 * 1024 * 1024;

/** The parts that contain text (ECMA-376-1, 11.3). */
const storyTypes = new Set(
  ['header', 'footer', 'footnotes', 'endnotes', 'comments'].map((part) => `${word}.${part}+xml`),
);

/**
 * The changes to the parts of a Word document.
 *
 * LibreOffice matches notes to references by order: a note whose reference is deleted must be removed too, or all later
 * references get the preceding note.
 */
export function wordEdits(edits: WordEdits): PartEdits {
  const removedNotes = new Set<string>();
  return (type) => {
    const isMain = kindOfMainPart(type) === 'docx';
    if (!isMain && !(edits.acceptChanges && storyTypes.has(type))) return undefined;
    return (pieces) => findSplices(pieces, edits, isMain, removedNotes);
  };
}

/**
 * @param removedNotes collects the notes whose references are removed from this part; its own notes in it are removed
 */
async function findSplices(
  pieces: AsyncIterable<Buffer>,
  { acceptChanges, paper, landscape = false }: WordEdits,
  isMain: boolean,
  removedNotes: Set<string>,
): Promise<Splice[]> {
  const text = new XmlTextReader();
  const tags = new XmlTagReader(maxTagLength);
  const elements = new WordElements();
  const changes = new TextChanges();
  const notes = new NoteReferences();
  // The order matters: text that one inserts before an element must not count as part of it for the next.
  const readers: readonly WordReader[] = [
    ...(isMain ? [new SectionPaper({ paper, landscape }, elements, changes)] : []),
    ...(acceptChanges ? [notes, new Revisions(changes, removedNotes)] : []),
  ];
  for await (const piece of pieces) {
    for (const tag of tags.read(text.read(piece))) {
      const element = tag.kind === 'close' ? elements.close() : elements.open(tag);
      for (const reader of readers) {
        if (tag.kind === 'close') reader.closed?.(element, tag);
        else reader.opened(element);
      }
    }
  }
  tags.finish();
  for (const note of notes.removedBy(changes.list)) removedNotes.add(note);
  const { encoding } = text;
  return encoding ? changes.list.map((change) => spliceOf(change, encoding)) : [];
}

/** Receives the elements of a part in order. */
interface WordReader {
  /** Also called for empty elements, which are not closed. */
  opened(element: WordElement): void;
  closed?(element: WordElement, tag: XmlTag): void;
}
