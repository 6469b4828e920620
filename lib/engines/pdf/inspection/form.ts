import type { Inspection } from '../../../api/responses/inspection.ts';
import { type FieldNode, formOf } from '../assembly/form/form-fields.ts';
import { bytesOf, dictAt, isString, listOf, resolved, textAt, textOf } from '../assembly/lookup.ts';
import { keys } from '../keys.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from '../objects.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import type { Bounds } from './bounds.ts';

type FieldDetails = Inspection['form'][number];
type FieldType = FieldDetails['type'];

/** The fields of a document's form, in the order of its tree; a field with several widgets is one. */
export function fieldsOf(source: PdfSource, bounds: Bounds): FieldDetails[] {
  const form = formOf(source);
  if (!form) return [];
  return bounds.list(terminalFields(form.nodes.values()), (node) => {
    const type = fieldType(node);
    return {
      name: bounds.text(nameOfField(node)),
      type,
      value: type === 'signature' ? null : valueOf(node, bounds),
      options: bounds.list(optionsOf(node, type), (option) => bounds.text(option)),
    };
  });
}

/** Fields that have no fields below them: their kids, if any, are widgets without a name. */
function* terminalFields(nodes: Iterable<FieldNode>): Generator<FieldNode> {
  for (const node of nodes) {
    const isField = node.parent === undefined || node.dict.has(keys.T);
    if (isField && !node.kids.some(({ dict }) => dict.has(keys.T))) yield node;
  }
}

/** The longest chain of ancestors that counts for a name. */
const maxDepth = 64;

export function nameOfField(node: FieldNode): string {
  const names: string[] = [];
  let depth = 0;
  for (let at: FieldNode | undefined = node; at && depth < maxDepth; at = at.parent, depth += 1) {
    const name = textAt(at.dict, keys.T);
    if (name !== undefined) names.unshift(name);
  }
  return names.join('.');
}

/** An entry of the field or its nearest ancestor that has it. */
function inherited(node: FieldNode, key: PDFName): PDFObject | undefined {
  let depth = 0;
  for (let at: FieldNode | undefined = node; at && depth < maxDepth; at = at.parent, depth += 1) {
    const value = resolved(at.dict.context, at.dict.get(key));
    if (value !== undefined) return value;
  }
  return undefined;
}

const flags = { radio: 1 << 15, button: 1 << 16, combo: 1 << 17 };

function fieldType(node: FieldNode): FieldType {
  const value = inherited(node, keys.Ff);
  const set = value instanceof PDFNumber ? value.asNumber() : 0;
  switch (node.type) {
    case 'Tx':
      return 'text';
    case 'Ch':
      return set & flags.combo ? 'combo' : 'list';
    case 'Btn':
      return set & flags.button ? 'button' : set & flags.radio ? 'radio' : 'checkbox';
    case 'Sig':
      return 'signature';
    default:
      return 'unknown';
  }
}

function valueOf(node: FieldNode, bounds: Bounds): string | string[] | null {
  const value = inherited(node, keys.V);
  if (value instanceof PDFArray) {
    return bounds.list(value.asArray(), (item) =>
      bounds.text(textIn(resolved(node.dict.context, item)) ?? ''),
    );
  }
  return bounds.optionalText(textIn(value));
}

/** A text string, or a name such as the state of a check box. */
function textIn(value: PDFObject | undefined): string | undefined {
  if (isString(value)) return textOf(value);
  return value instanceof PDFName ? Buffer.from(bytesOf(value) ?? '', 'latin1').toString('utf8') : undefined;
}

/** The values that a choice, a check box or a group of radio buttons can take. */
function optionsOf(node: FieldNode, type: FieldType): Iterable<string> {
  if (type === 'list' || type === 'combo') return choicesOf(node);
  return type === 'checkbox' || type === 'radio' ? statesOf(node) : [];
}

/** The export values of a choice: texts, or pairs of export value and display text. */
function choicesOf(node: FieldNode): string[] {
  const options = inherited(node, keys.Opt);
  if (!(options instanceof PDFArray)) return [];
  return options.asArray().flatMap((entry) => {
    const [option] = listOf(node.dict.context, entry);
    return textIn(resolved(node.dict.context, option)) ?? [];
  });
}

/** The appearance states of the widgets besides `Off`. */
function statesOf(node: FieldNode): Set<string> {
  const states = new Set<string>();
  for (const { dict } of [node, ...node.kids]) {
    const appearances = dictAt(dict, keys.AP);
    const normal = appearances && resolved(appearances.context, appearances.get(keys.N));
    if (!(normal instanceof PDFDict)) continue;
    for (const key of normal.keys()) {
      const state = textIn(key);
      if (state !== undefined && state !== 'Off') states.add(state);
    }
  }
  return states;
}
