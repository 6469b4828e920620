import { partOf } from '../../conformance/target.ts';
import type { Finishing } from '../../finishing/finishing.ts';
import { asDict, resolved } from '../lookup.ts';
import { attachmentsOf, fileNameOf } from '../names/attachments.ts';
import type { Excerpt } from '../excerpt.ts';
import { claimsOf } from './conformance.ts';

/**
 * Whether the metadata of the result, which are those of the first document, may name an invoice (Factur-X, ZUGFeRD):
 * its XML is attached to the result, and no other document has one.
 *
 * @param attached the excerpts whose attached files are kept
 */
export function keepsInvoice(
  excerpts: readonly Excerpt[],
  attached: readonly Excerpt[],
  { conformance }: Finishing,
): boolean {
  // The others have no files, or only those that are archival themselves.
  if (conformance?.pdfa !== undefined && partOf(conformance.pdfa) !== 3) return false;
  const sources = new Set(excerpts.map(({ source }) => source));
  const [named, other] = [...sources].filter((source) => claimsOf(source).has('fx:DocumentFileName'));
  const fileName = named && claimsOf(named).get('fx:DocumentFileName');
  return (
    named !== undefined &&
    other === undefined &&
    named === excerpts[0]?.source &&
    attached.some(({ source }) => source === named) &&
    attachmentsOf(named).some(([, file]) => fileNameOf(asDict(resolved(named.context, file))) === fileName)
  );
}
