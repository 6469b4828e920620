import { keys } from '../../keys.ts';
import { PDFDict, type PDFObject } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { type Entries, withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { at, nameAt, resolved } from '../lookup.ts';
import type { Retargeting } from '../links/retargeting.ts';

/**
 * Catalog entries for the initial view of the result (PDF 32000-1, 12.2 and table 28): those of the first source.
 * `Collection` is not kept, because a portfolio shows the attachments in place of the pages.
 */
export function viewerSettings(first: Excerpt, retargeting: Retargeting): Entries {
  const { source, copier } = first;
  const copied = (value: PDFObject | undefined) => value && copier.copy(value);
  return {
    Lang: copied(at(source.catalog, 'Lang')),
    PageLayout: copied(at(source.catalog, 'PageLayout')),
    PageMode: copied(at(source.catalog, 'PageMode')),
    ViewerPreferences: copied(preferencesOf(source)),
    OpenAction: copied(openingOf(source, retargeting)),
  };
}

/** Drops the pages to print, which are counted in the source. */
function preferencesOf(source: PdfSource): PDFObject | undefined {
  const value = at(source.catalog, 'ViewerPreferences');
  const preferences = resolved(source.context, value);
  if (!(preferences instanceof PDFDict) || !at(preferences, 'PrintPageRange')) return value;
  return withEntries(preferences, [[keys.PrintPageRange, undefined]]);
}

/** The page to open at. Other opening actions are left out. */
function openingOf(source: PdfSource, retargeting: Retargeting): PDFObject | undefined {
  const value = at(source.catalog, 'OpenAction');
  const action = resolved(source.context, value);
  if (!(action instanceof PDFDict)) return retargeting.destination(value);
  return nameAt(action, 'S') === 'GoTo' ? retargeting.destination(at(action, 'D')) : undefined;
}
