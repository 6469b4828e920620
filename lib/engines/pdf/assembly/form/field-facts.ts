import { isUtf8 } from 'node:buffer';
import { keys } from '../../keys.ts';
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
} from '../../objects.ts';
import { bytesOf, isString, listOf, nameAt, resolved, textAt, textOf } from '../lookup.ts';
import type { FieldNode } from './form-fields.ts';

/** What a user enters in a field. */
export type FieldType = 'text' | 'checkbox' | 'radio' | 'button' | 'list' | 'combo' | 'signature' | 'unknown';

/** Flags of fields (PDF 32000-1, tables 221, 226, 228 and 230). */
export const fieldFlags = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  button: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  fileSelect: 1 << 20,
  multiSelect: 1 << 21,
  doNotScroll: 1 << 23,
  comb: 1 << 24,
  radiosInUnison: 1 << 25,
} as const;

/** Fields that have no fields below them: their kids, if any, are widgets without a name. */
export function* terminalFields(nodes: Iterable<FieldNode>): Generator<FieldNode> {
  for (const node of nodes) {
    const isField = node.parent === undefined || node.dict.has(keys.T);
    if (isField && !node.kids.some(({ dict }) => dict.has(keys.T))) yield node;
  }
}

/** The longest chain of ancestors that counts. */
const maxDepth = 64;

/** The node and its ancestors, from the nearest. */
function* lineage(node: FieldNode): Generator<FieldNode> {
  let depth = 0;
  for (let at: FieldNode | undefined = node; at && depth < maxDepth; at = at.parent, depth += 1) yield at;
}

/** The longest full name that is distinguished from others, in characters. */
const maxName = 2000;

/**
 * The full name of a field (PDF 32000-1, 12.7.3.2). Of a longer one than any form has, the end: a name is made for each
 * field, and ancestors with long names would make a small file take minutes.
 */
export function nameOfField(node: FieldNode): string {
  const names: string[] = [];
  let length = 0;
  for (const { dict } of lineage(node)) {
    const name = partialName(dict);
    if (name === undefined) continue;
    names.unshift(name);
    length += name.length;
    if (length > maxName) break;
  }
  return names.join('.').slice(-maxName);
}

/** The names of fields that others are below, because decoding one takes time linear in its length. */
const partialNames = new WeakMap<PDFDict, string>();

function partialName(dict: PDFDict): string | undefined {
  const known = partialNames.get(dict);
  if (known !== undefined) return known;
  const name = textAt(dict, keys.T)?.slice(-maxName);
  if (name !== undefined) partialNames.set(dict, name);
  return name;
}

/** An entry of the node or its nearest ancestor that has it. */
export function inherited(node: FieldNode, key: PDFName): PDFObject | undefined {
  for (const { dict } of lineage(node)) {
    const value = resolved(dict.context, dict.get(key));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The flags of a field; see `fieldFlags`. */
export function flagsOf(node: FieldNode): number {
  const value = inherited(node, keys.Ff);
  return value instanceof PDFNumber ? value.asNumber() : 0;
}

/** The highest number of characters that a text field takes; undefined without a limit. */
export function maxLengthOf(node: FieldNode): number | undefined {
  const value = inherited(node, keys.MaxLen);
  const most = value instanceof PDFNumber ? Math.trunc(value.asNumber()) : 0;
  return most > 0 && Number.isSafeInteger(most) ? most : undefined;
}

export function fieldType(node: FieldNode): FieldType {
  const flags = flagsOf(node);
  switch (node.type) {
    case 'Tx':
      return 'text';
    case 'Ch':
      return flags & fieldFlags.combo ? 'combo' : 'list';
    case 'Btn':
      return flags & fieldFlags.button ? 'button' : flags & fieldFlags.radio ? 'radio' : 'checkbox';
    case 'Sig':
      return 'signature';
    default:
      return 'unknown';
  }
}

/** A text string, or a name such as the state of a check box. */
export function textIn(value: PDFObject | undefined): string | undefined {
  if (isString(value)) return textOf(value);
  if (!(value instanceof PDFName)) return undefined;
  const bytes = Buffer.from(bytesOf(value) ?? '', 'latin1');
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}

/** The texts of a value: those of an array, or the only one. */
export function textsIn(node: FieldNode, value: PDFObject | undefined): string[] {
  const { context } = node.dict;
  const items = value instanceof PDFArray ? value.asArray() : [value];
  return items.flatMap((item) => textIn(resolved(context, item)) ?? []);
}

/** An option of a choice (PDF 32000-1, table 231). */
export interface ChoiceOption {
  /** The export value. */
  value: string;
  /** The text that is displayed. */
  label: string;
}

/** Options that are read, because fields can inherit a long list of them. */
const knownOptions = new WeakMap<PDFArray, readonly ChoiceOption[]>();

/** The options of a choice: texts, or pairs of export value and displayed text. */
export function choicesOf(node: FieldNode): readonly ChoiceOption[] {
  const entries = inherited(node, keys.Opt);
  if (!(entries instanceof PDFArray)) return [];
  let options = knownOptions.get(entries);
  if (!options) knownOptions.set(entries, (options = readOptions(node.dict.context, entries)));
  return options;
}

const readOptions = (context: PDFContext, entries: PDFArray): ChoiceOption[] =>
  entries.asArray().flatMap((entry): ChoiceOption[] => {
    const [first, second] = listOf(context, entry);
    const value = textIn(resolved(context, first));
    return value === undefined ? [] : [{ value, label: textIn(resolved(context, second)) ?? value }];
  });

/** The widgets of a field without fields below it: its own dictionary, or the leaves of its kids. */
export function widgetsOf(field: FieldNode): FieldNode[] {
  const widgets: FieldNode[] = [];
  const open = [field];
  for (let node = open.pop(); node; node = open.pop()) {
    for (const kid of node.kids.toReversed()) open.push(kid);
    if (node.kids.length === 0 && isWidget(node)) widgets.push(node);
  }
  return widgets;
}

/** Some producers leave out entries that widgets need. */
const isWidget = ({ dict }: FieldNode): boolean =>
  nameAt(dict, keys.Subtype) === 'Widget' || dict.has(keys.Rect) || dict.has(keys.AP);
