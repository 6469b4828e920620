import { keys } from '../../keys.ts';
import { PDFDict, type PDFObject } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { type Entries, withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { at, nameAt, resolved } from '../lookup.ts';
import type { Retargeting } from '../links/retargeting.ts';

/**
 * How the result is shown when it is opened (PDF 32000-1, 12.2 and table 28), for the catalog: as the first source is.
 * A portfolio (`Collection`) is not kept: it would show the attachments in place of the pages.
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

/** The pages to print are counted within the source. */
function preferencesOf(source: PdfSource): PDFObject | undefined {
  const value = at(source.catalog, 'ViewerPreferences');
  const preferences = resolved(source.context, value);
  if (!(preferences instanceof PDFDict) || !at(preferences, 'PrintPageRange')) return value;
  return withEntries(preferences, [[keys.PrintPageRange, undefined]]);
}

/** The page to open at. Anything else that opening would do was about the source. */
function openingOf(source: PdfSource, retargeting: Retargeting): PDFObject | undefined {
  const value = at(source.catalog, 'OpenAction');
  const action = resolved(source.context, value);
  if (!(action instanceof PDFDict)) return retargeting.destination(value);
  return nameAt(action, 'S') === 'GoTo' ? retargeting.destination(at(action, 'D')) : undefined;
}
