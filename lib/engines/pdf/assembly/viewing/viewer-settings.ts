import { keys } from '../../keys.ts';
import { PDFDict, type PDFObject } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { type Entries, withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { nameAt, resolved } from '../lookup.ts';
import type { Retargeting } from '../links/retargeting.ts';

/**
 * Catalog entries for the initial view of the result (PDF 32000-1, 12.2 and table 28): those of the first source.
 * `Collection` is not kept, because a portfolio shows the attachments in place of the pages.
 */
export function viewerSettings(first: Excerpt, retargeting: Retargeting): Entries {
  const { source, copier } = first;
  const copied = (value: PDFObject | undefined) => value && copier.copy(value);
  return {
    Lang: copied(source.catalog.get(keys.Lang)),
    PageLayout: copied(source.catalog.get(keys.PageLayout)),
    PageMode: copied(source.catalog.get(keys.PageMode)),
    ViewerPreferences: copied(preferencesOf(source)),
    OpenAction: copied(openingOf(source, retargeting)),
  };
}

/** Drops the pages to print, which are counted in the source. */
function preferencesOf(source: PdfSource): PDFObject | undefined {
  const value = source.catalog.get(keys.ViewerPreferences);
  const preferences = resolved(source.context, value);
  if (!(preferences instanceof PDFDict) || !preferences.get(keys.PrintPageRange)) return value;
  return withEntries(preferences, [[keys.PrintPageRange, undefined]]);
}

/** The page to open at. Other opening actions are left out. */
function openingOf(source: PdfSource, retargeting: Retargeting): PDFObject | undefined {
  const value = source.catalog.get(keys.OpenAction);
  const action = resolved(source.context, value);
  if (!(action instanceof PDFDict)) return retargeting.destination(value);
  return nameAt(action, keys.S) === 'GoTo' ? retargeting.destination(action.get(keys.D)) : undefined;
}
