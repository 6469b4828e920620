import type { Inspection } from '../../../api/responses/inspection.ts';
import { buttonStates } from '../assembly/form/button-states.ts';
import {
  choicesOf,
  fieldFlags,
  fieldType,
  flagsOf,
  inherited,
  maxLengthOf,
  nameOfField,
  terminalFields,
  textIn,
  widgetsOf,
} from '../assembly/form/field-facts.ts';
import { type FieldNode, formOf } from '../assembly/form/form-fields.ts';
import { resolved } from '../assembly/lookup.ts';
import { annotationsOf } from '../assembly/pages/annotations.ts';
import { keys } from '../keys.ts';
import { PDFArray, type PDFRef } from '../objects.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import type { Bounds } from './bounds.ts';

type FieldDetails = Inspection['form'][number];

/** The fields of a document's form, in the order of its tree; a field with several widgets is one. */
export function fieldsOf(source: PdfSource, bounds: Bounds): FieldDetails[] {
  const form = formOf(source);
  if (!form) return [];
  const pages = annotationPages(source);
  return bounds.list(terminalFields(form.nodes.values()), (node) => {
    const type = fieldType(node);
    const flags = flagsOf(node);
    const is = (flag: number, ...types: FieldDetails['type'][]): boolean =>
      types.includes(type) && (flags & flag) !== 0;
    const options = optionsOf(node, type);
    return {
      name: bounds.text(nameOfField(node)),
      type,
      value: type === 'signature' ? null : valueOf(node, bounds),
      options: bounds.list(options.keys(), (option) => bounds.text(option)),
      labels: bounds.list(options.values(), (label) => bounds.text(label)),
      maxLength: (type === 'text' ? maxLengthOf(node) : undefined) ?? null,
      multiline: is(fieldFlags.multiline, 'text'),
      multiSelect: is(fieldFlags.multiSelect, 'list'),
      editable: is(fieldFlags.edit, 'combo'),
      readOnly: (flags & fieldFlags.readOnly) !== 0,
      required: (flags & fieldFlags.required) !== 0,
      pages: bounds.list(pagesOf(node, pages), (page) => page),
    };
  });
}

/** The full names of all fields of a document. */
export function fieldNamesOf(source: PdfSource): ReadonlySet<string> {
  const form = formOf(source);
  return new Set(form ? Array.from(terminalFields(form.nodes.values()), nameOfField) : []);
}

/** The first page of each annotation, from 1. */
function annotationPages({ pages }: PdfSource): ReadonlyMap<PDFRef, number> {
  const found = new Map<PDFRef, number>();
  for (const [index, page] of pages.entries()) {
    for (const { ref } of annotationsOf(page)) if (ref && !found.has(ref)) found.set(ref, index + 1);
  }
  return found;
}

const pagesOf = (node: FieldNode, pages: ReadonlyMap<PDFRef, number>): number[] =>
  [...new Set(widgetsOf(node).flatMap(({ ref }) => pages.get(ref) ?? []))].sort((one, other) => one - other);

function valueOf(node: FieldNode, bounds: Bounds): string | string[] | null {
  const value = inherited(node, keys.V);
  if (value instanceof PDFArray) {
    return bounds.list(value.asArray(), (item) =>
      bounds.text(textIn(resolved(node.dict.context, item)) ?? ''),
    );
  }
  return bounds.optionalText(textIn(value));
}

/** The values that a choice, a check box or a group of radio buttons can take, and what is displayed for each. */
function optionsOf(node: FieldNode, type: FieldDetails['type']): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  if (type === 'list' || type === 'combo') {
    for (const { value, label } of choicesOf(node)) if (!options.has(value)) options.set(value, label);
  } else if (type === 'checkbox' || type === 'radio') {
    for (const { state, label } of buttonStates(node)) if (!options.has(state)) options.set(state, label);
  }
  return options;
}
