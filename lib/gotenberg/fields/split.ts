import type { Form } from '../form/form.ts';
import { GoValueError, parseBool, parseInteger } from '../form/go-values.ts';
import { pageSelection } from './page-selection.ts';

/** How a PDF is split. */
export interface Split {
  mode: 'intervals' | 'pages';
  /** A number of pages, or a selection of them. */
  span: string;
  /** Whether the selected pages become one PDF. */
  unify: boolean;
}

function splitMode(text: string): Split['mode'] {
  if (text === 'intervals' || text === 'pages') return text;
  throw new GoValueError("wrong value, expected either 'intervals' or 'pages'");
}

/**
 * Reads the fields of a split. Wrong values are faults of the form.
 *
 * @returns undefined if the form asks for none
 */
export function readSplit(form: Form, isRequired: boolean): Split | undefined {
  const mode = isRequired ? form.require('splitMode', splitMode) : form.read('splitMode', splitMode);
  const parseSpan = (text: string): string => {
    const span = text.replaceAll(/\s/g, '');
    if (mode === 'intervals' && parseInteger(span) < 1) throw new GoValueError('value is inferior to 1');
    return span;
  };
  const span = isRequired ? form.require('splitSpan', parseSpan) : form.read('splitSpan', parseSpan);
  const unify = form.read('splitUnify', (text) => {
    const value = parseBool(text);
    if (value && mode !== 'pages')
      throw new GoValueError(`unify is not available for split mode '${mode ?? ''}'`);
    return value;
  });
  if (mode === undefined || span === undefined) return undefined;
  return { mode, span: mode === 'pages' ? pageSelection(span) : span, unify: unify ?? false };
}
