import type { FormValue } from '../../../../api/fields/finishing/form-field.ts';
import { shortened } from '../../../../base/shortened.ts';
import { type ButtonState, buttonStates, offState } from '../../assembly/form/button-states.ts';
import { choicesOf, fieldFlags, maxLengthOf } from '../../assembly/form/field-facts.ts';
import type { FormField } from './document-form.ts';

/** What becomes of a field. */
export type NewValue =
  | { kind: 'text'; text: string | undefined }
  /** `indices` are those of the options that are selected. */
  | { kind: 'choice'; values: readonly string[]; indices: readonly number[] }
  /** The widgets that are selected, each with its state; none to clear the field. */
  | { kind: 'button'; on: readonly ButtonState[] };

/** Why a field cannot have a value: what would be valid, without the name of the field. */
export interface ValueFault {
  fault: string;
}

/** What a field becomes by a value that a client sends. */
export function newValue(field: FormField, value: FormValue): NewValue | ValueFault {
  switch (field.type) {
    case 'text':
      return newText(field, value);
    case 'checkbox':
      return newCheck(field, value);
    case 'radio':
      return newRadio(field, value);
    case 'combo':
    case 'list':
      return newChoice(field, value);
    case 'button':
      return { fault: 'is a push button, which has no value' };
    case 'signature':
      return { fault: 'is a signature field, which cannot be filled' };
    case 'unknown':
      return { fault: 'has no type, and cannot be filled' };
  }
}

function newText({ node }: FormField, value: FormValue): NewValue | ValueFault {
  if (value === null) return { kind: 'text', text: undefined };
  if (typeof value !== 'string')
    return { fault: 'is a text field: its value must be a string, a number or null' };
  const most = maxLengthOf(node);
  const length = most === undefined ? 0 : Array.from(value).length;
  if (most !== undefined && length > most) {
    return { fault: `must have at most ${most} characters, not ${length}` };
  }
  return { kind: 'text', text: value };
}

function newCheck({ node }: FormField, value: FormValue): NewValue | ValueFault {
  const states = buttonStates(node);
  if (value === null || value === false || value === offState) return { kind: 'button', on: [] };
  const names = new Set(states.map(({ state }) => state));
  const isOnly = value === true && names.size === 1;
  const on = isOnly ? states : statesNamed(states, value);
  if (on.length > 0) return { kind: 'button', on: withEqualStates(states, on) };
  const valid = names.size === 1 ? ['true', 'false'] : ['false'];
  return { fault: `must be ${oneOf([...valid, ...quoted(labelsOf(states))])}` };
}

function newRadio({ node, flags }: FormField, value: FormValue): NewValue | ValueFault {
  const states = buttonStates(node);
  const mustBeSet = (flags & fieldFlags.noToggleToOff) !== 0;
  if ((value === null || value === offState) && !mustBeSet) return { kind: 'button', on: [] };
  const on = statesNamed(states, value);
  const inUnison = (flags & fieldFlags.radiosInUnison) !== 0;
  if (on.length > 0) {
    return { kind: 'button', on: inUnison ? withEqualStates(states, on) : on.slice(0, 1) };
  }
  return { fault: `must be ${oneOf([...quoted(labelsOf(states)), ...(mustBeSet ? [] : ['null'])])}` };
}

/** The states with a name, else those with that export value. */
function statesNamed(states: readonly ButtonState[], value: FormValue): ButtonState[] {
  const named = states.filter(({ state }) => state === value);
  return named.length > 0 ? named : states.filter(({ label }) => label === value);
}

/** All states that have the name of the first one. */
const withEqualStates = (states: readonly ButtonState[], [first]: readonly ButtonState[]): ButtonState[] =>
  states.filter(({ name }) => name === first?.name);

const labelsOf = (states: readonly ButtonState[]): string[] => states.map(({ label }) => label);

function newChoice({ node, type, flags }: FormField, value: FormValue): NewValue | ValueFault {
  const options = choicesOf(node);
  const isMultiple = type === 'list' && (flags & fieldFlags.multiSelect) !== 0;
  const isEditable = type === 'combo' && (flags & fieldFlags.edit) !== 0;
  if (value === null) return { kind: 'choice', values: [], indices: [] };
  const wanted = Array.isArray(value) && isMultiple ? value : [value];
  const indices = new Set<number>();
  const values: string[] = [];
  const indexOf = indexer(options);
  for (const each of wanted) {
    const index = typeof each === 'string' ? indexOf(each) : undefined;
    if (index !== undefined) indices.add(index);
    const text = options[index ?? -1]?.value ?? (isEditable && typeof each === 'string' ? each : undefined);
    if (text === undefined) {
      if (isEditable) return { fault: 'must be a string or null' };
      const texts = oneOf([...quoted(options.map(({ value: option }) => option)), 'null']);
      return { fault: `must be ${texts}${isMultiple ? ', or an array of options' : ''}` };
    }
    values.push(text);
  }
  return { kind: 'choice', values, indices: [...indices].sort((one, other) => one - other) };
}

/** Finds options by their export values, else by what they display. */
function indexer(options: readonly { value: string; label: string }[]): (text: string) => number | undefined {
  const places = new Map<string, number>();
  for (const key of ['value', 'label'] as const) {
    for (const [index, option] of options.entries()) {
      if (!places.has(option[key])) places.set(option[key], index);
    }
  }
  return (text) => places.get(text);
}

/** How many values a message lists. */
const listed = 10;

/** The longest value in a message, in characters. */
const valueLength = 60;

/** Texts as a message shows them, each once. */
const quoted = (texts: readonly string[]): string[] =>
  [...new Set(texts)].map((text) => `'${shortened(text, valueLength)}'`);

const oneOf = (all: readonly string[]): string =>
  all.length === 1 ? String(all[0]) : `one of ${enumerated(all)}`;

/** A list in a message, without its end if it is long. */
const enumerated = (all: readonly string[]): string => all.slice(0, listed).join(', ') + beyond(all);

/** Names in a message. */
export const listedNames = (names: readonly string[]): string =>
  quoted(names.slice(0, listed)).join(', ') + beyond(names);

const beyond = ({ length }: readonly string[]): string =>
  length > listed ? ` and ${length - listed} more` : '';
