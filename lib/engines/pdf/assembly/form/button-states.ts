import { keys } from '../../keys.ts';
import { PDFArray, PDFDict, type PDFName } from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';
import { dictAt, resolved } from '../lookup.ts';
import { fieldType, inherited, textIn, widgetsOf } from './field-facts.ts';
import type { FieldNode } from './form-fields.ts';

/** The state of a button that is not selected. */
export const offState = 'Off';

/** A check box or a radio button, and the state in which it is selected. */
export interface ButtonState {
  widget: FieldNode;
  name: PDFName;
  /** The text of the name. */
  state: string;
  /** The export value (`Opt`), if the field has any. */
  label: string;
}

/**
 * The selected states of the widgets of a check box or a group of radio buttons, in their order: the keys of their
 * appearances (PDF 32000-1, 12.7.4.2.3). A check box without appearances has `Yes`, a radio button its index.
 */
export function buttonStates(field: FieldNode): ButtonState[] {
  const labels = inherited(field, keys.Opt);
  const isRadio = fieldType(field) === 'radio';
  return widgetsOf(field).flatMap((widget, index) => {
    const names = namesOf(widget.dict);
    const all = names.length > 0 ? names : [nameOf(isRadio ? String(index) : 'Yes')];
    const entry = labels instanceof PDFArray && index < labels.size() ? labels.get(index) : undefined;
    const label = textIn(resolved(field.dict.context, entry));
    return all.map((name): ButtonState => {
      const state = textIn(name) ?? '';
      return { widget, name, state, label: label ?? state };
    });
  });
}

/** A widget has one state besides `Off`, or a few by mistake. */
const maxStates = 16;

/** Names that are read, because widgets can share a dictionary with many. */
const knownNames = new WeakMap<PDFDict, readonly PDFName[]>();

/** The names of the appearances besides `Off`. */
function namesOf(widget: PDFDict): readonly PDFName[] {
  const appearances = dictAt(widget, keys.AP);
  const normal = appearances && resolved(appearances.context, appearances.get(keys.N));
  if (!(normal instanceof PDFDict)) return [];
  let names = knownNames.get(normal);
  if (!names) {
    names = normal
      .keys()
      .filter((name) => textIn(name) !== offState)
      .slice(0, maxStates);
    knownNames.set(normal, names);
  }
  return names;
}
