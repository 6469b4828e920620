import { dictAt, resolved } from '../../assembly/lookup.ts';
import { keys, values } from '../../keys.ts';
import { PDFDict, PDFName, PDFRawStream, PDFRef } from '../../objects.ts';
import { inheritedEntry } from './inherited-entry.ts';

/**
 * The stream of the normal appearance (PDF 32000-1, 12.5.5), or of that of the annotation's state; null if the state has
 * none, undefined if there is no appearance at all.
 */
export function normalAppearance(dict: PDFDict): PDFRef | null | undefined {
  const entry = dictAt(dict, keys.AP)?.get(keys.N);
  const normal = resolved(dict.context, entry);
  if (normal instanceof PDFRawStream) return entry instanceof PDFRef ? entry : undefined;
  if (!(normal instanceof PDFDict) || normal.asMap().size === 0) return undefined;
  const state = normal.get(stateOf(dict, normal));
  return state instanceof PDFRef && resolved(dict.context, state) instanceof PDFRawStream ? state : null;
}

/** The state, which the annotation should name. Viewers take the value of the field otherwise, or the only state. */
function stateOf(dict: PDFDict, states: PDFDict): PDFName {
  const named = resolved(dict.context, dict.get(keys.AS));
  if (named instanceof PDFName) return named;
  const value = inheritedEntry(dict, keys.V);
  if (value instanceof PDFName && states.has(value)) return value;
  const [only] = states.asMap().size === 1 ? states.keys() : [];
  return only && !isWidget(dict) ? only : values.Off;
}

const isWidget = (dict: PDFDict): boolean => inheritedEntry(dict, keys.FT) !== undefined;
