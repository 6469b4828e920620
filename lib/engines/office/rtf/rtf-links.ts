import { FormatError } from '../../../base/random-access.ts';
import type { LinkBudget } from '../link-budget.ts';
import { mayContainLinks } from '../part-links.ts';
import type { Splice } from '../part-splices.ts';
import { isHarmlessField } from './field-instruction.ts';
import { RtfReader, type RtfToken } from './rtf-reader.ts';

/** Deeper groups are in no real document; LibreOffice keeps the state of each. */
const maxDepth = 1000;

/** Groups that name other files: templates, data, subdocuments, font files, mail merges, linked property values. */
const removed = new Set([
  'template',
  'datastore',
  'filetbl',
  'nextfile',
  'fontfile',
  'mailmerge',
  'linkval',
  'objalias',
  'objsect',
]);

/** Properties of shapes (RTF 1.9.1, "Drawing Objects") that name a picture file. */
const fileProperties = new Set(['pibname', 'fillblipname', 'lineblipname', 'linefillblipname']);

/** Groups whose text decides whether they stay. */
const inspected = new Set(['fldinst', 'pict', 'objdata', 'sn']);

/** Enough of a field's instruction or of a picture's or object's first bytes, in characters. */
const mostContent = 8192;

interface Group {
  start: number;
  /** The control word of `inspected`. */
  purpose: string | undefined;
  /** The text in the group, of a field with that of the groups in it. */
  content: string;
  /** Whether the group is an embedded object rather than a linked one. */
  isEmbedded: boolean;
  isRemoved: boolean;
}

/**
 * Finds the groups of an RTF document by which it reaches for other files: linked objects and pictures, fields that
 * include, templates and data sources. Fields keep the text that the document stores for them.
 */
export class RtfLinks {
  readonly splices: Splice[] = [];
  readonly #reader = new RtfReader();
  readonly #groups: Group[] = [];
  readonly #budget: LinkBudget;

  constructor(budget: LinkBudget) {
    this.#budget = budget;
  }

  /** @throws FormatError when the document is malformed or nested too deeply */
  read(piece: Buffer): void {
    this.#budget.spendBytes(piece.length);
    for (const token of this.#reader.read(piece)) this.#see(token);
  }

  /** @throws FormatError when the document ends inside binary data, or inside a group that must be removed */
  finish(): void {
    for (const token of this.#reader.finish()) this.#see(token);
    const open = this.#groups.find((group) => group.isRemoved || group.purpose !== undefined);
    if (open) throw new FormatError('RTF ends inside a group');
  }

  #see(token: RtfToken): void {
    const group = this.#groups.at(-1);
    switch (token.kind) {
      case 'open':
        if (this.#groups.length >= maxDepth) throw new FormatError(`RTF with more than ${maxDepth} levels`);
        this.#groups.push({ ...newGroup(token.start), isRemoved: group?.isRemoved ?? false });
        return;
      case 'close':
        this.#close(token.end);
        return;
      case 'control':
        if (group) this.#control(group, token.word, token.parameter);
        return;
      case 'text':
        this.#addContent(token.text);
        return;
      case 'binary':
        this.#addContent(token.bytes.subarray(0, mostContent).toString('hex'));
    }
  }

  #control(group: Group, word: string, parameter: number | undefined): void {
    if (removed.has(word)) this.#remove(group);
    else if (word === 'objemb') group.isEmbedded = true;
    else if (inspected.has(word)) group.purpose ??= word;
    else if (word === "'") this.#addContent(String.fromCharCode(parameter ?? 0));
    else if (word === 'u') this.#addContent(String.fromCharCode((parameter ?? 0) & 0xffff));
    else if (word === '\\' || word === '{' || word === '}') this.#addContent(word);
  }

  #remove(group: Group): void {
    if (group === this.#groups[0]) throw linkOutside();
    group.isRemoved = true;
  }

  /** Text belongs to its group, and to the field that the group is part of. */
  #addContent(text: string): void {
    const own = this.#groups.at(-1);
    const group =
      own?.purpose === undefined ? this.#groups.findLast(({ purpose }) => purpose === 'fldinst') : own;
    if (group?.purpose && group.content.length < mostContent) group.content += text;
  }

  #close(end: number): void {
    const group = this.#groups.pop();
    if (!group) return;
    const parent = this.#groups.at(-1);
    if (group.isRemoved || this.#leadsOut(group, parent)) {
      if (!parent) throw linkOutside();
      // The outermost group is removed with everything in it.
      if (!parent.isRemoved) this.#cut(group.start, end);
    } else if (group.purpose === 'sn' && fileProperties.has(group.content.trim().toLowerCase()) && parent) {
      this.#remove(parent);
    }
  }

  #leadsOut({ purpose, content }: Group, parent: Group | undefined): boolean {
    switch (purpose) {
      case 'fldinst':
        return !isHarmlessField(content);
      case 'pict':
        return mayContainLinks(bytesOf(content));
      case 'objdata':
        return !parent?.isEmbedded || !isEmbeddedObject(bytesOf(content));
      default:
        return false;
    }
  }

  #cut(start: number, end: number): void {
    this.#budget.spendLink();
    while ((this.splices.at(-1)?.start ?? -1) >= start) this.splices.pop();
    this.splices.push({ start, end, bytes: Buffer.alloc(0) });
  }
}

/** The document itself is a group, which cannot be removed: what follows it would become the document. */
const linkOutside = (): FormatError => new FormatError('RTF with a link outside of a group');

const newGroup = (start: number): Group => ({
  start,
  purpose: undefined,
  content: '',
  isEmbedded: false,
  isRemoved: false,
});

/** The bytes of hexadecimal data with line ends in it. */
const bytesOf = (content: string): Buffer => Buffer.from(content.replace(/[^0-9A-Fa-f]/g, ''), 'hex');

/** An OLE 1 object is a link, 1, or embedded, 2 ([MS-OLEDS] 2.2.4). */
const isEmbeddedObject = (head: Buffer): boolean => head.length >= 8 && head.readUInt32LE(4) === 2;
