import { profileComponents } from '../../../pictures/icc-profile.ts';
import { asDict, listOf, refAt, resolved } from '../../assembly/lookup.ts';
import { arrayOf, dictOf } from '../../assembly/object-builders.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { keys } from '../../keys.ts';
import { type PDFDict, PDFHexString, PDFRawStream, type PDFRef, PDFString } from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';
import { streamBytes } from '../objects/stream-bytes.ts';
import type { Changes } from '../changes.ts';
import type { PdfaPart } from '../target.ts';
import { type Components, deviceProfile } from './profiles.ts';

const archival = nameOf('GTS_PDFA1');

/**
 * Gives the document one output intent for PDF/A (ISO 19005-1, 6.2.2; ISO 19005-2 and -3, 6.2.3): with the profile of those
 * that it has, if it is allowed, or with sRGB.
 *
 * @returns the number of components of the profile
 */
export function conformOutputIntents(document: BuiltDocument, part: PdfaPart, changes: Changes): Components {
  const { context, catalog } = document;
  const intents = listOf(context, catalog.get(keys.OutputIntents)).flatMap(
    (entry) => asDict(resolved(context, entry)) ?? [],
  );
  for (const intent of intents) {
    const profile = refAt(intent, keys.DestOutputProfile);
    const components = profile && outputComponents(document, profile, part);
    if (!profile || !components) continue;
    const alike = intents.filter((one) => agrees(one, profile));
    const own = alike.find((one) => one.get(keys.S) === archival) ?? copyOf(intent);
    const others = alike.filter((one) => one.get(keys.S) !== archival);
    for (let left = intents.length - others.length; left > 1; left -= 1)
      changes.add('colours', 'another output intent was removed');
    catalog.set(keys.OutputIntents, arrayOf(context, [own, ...others]));
    return components;
  }
  const others = intents.filter((one) => !one.has(keys.DestOutputProfile) && one.get(keys.S) !== archival);
  if (intents.length > others.length)
    changes.add('colours', 'an output intent with an invalid profile was replaced');
  const profile = context.register(deviceProfile(context, 3));
  const own = dictOf(context, {
    Type: nameOf('OutputIntent'),
    S: archival,
    OutputConditionIdentifier: PDFString.of('sRGB'),
    RegistryName: PDFString.of('http://www.color.org'),
    Info: PDFString.of('sRGB IEC61966-2.1'),
    DestOutputProfile: profile,
  });
  catalog.set(keys.OutputIntents, arrayOf(context, [own, ...others]));
  return 3;
}

/** Whether an intent may be beside one with this profile: no other profile is allowed. */
const agrees = (intent: PDFDict, profile: PDFRef): boolean => {
  const own = intent.get(keys.DestOutputProfile);
  return own === profile || (own === undefined && intent.get(keys.S) !== archival);
};

function copyOf(intent: PDFDict): PDFDict {
  const copy = intent.clone();
  copy.set(keys.S, archival);
  if (!copy.has(keys.OutputConditionIdentifier))
    copy.set(keys.OutputConditionIdentifier, PDFHexString.fromText('Custom'));
  return copy;
}

/** The components of a profile that an output intent may have; undefined for others. */
function outputComponents(
  { context, budget }: BuiltDocument,
  ref: PDFRef,
  part: PdfaPart,
): Components | undefined {
  const stream = resolved(context, ref);
  const bytes = stream instanceof PDFRawStream ? streamBytes(stream, budget.contents) : undefined;
  if (!bytes || !isAllowed(bytes, part, ['prtr', 'mntr'])) return undefined;
  return profileComponents(bytes) as Components | undefined;
}

/** Whether a profile has a version that the part allows (ICC.1:1998-09, ICC.1:2010), and one of these device classes. */
export function isAllowed(
  bytes: Uint8Array,
  part: PdfaPart | undefined,
  classes: readonly string[],
): boolean {
  if (bytes.length < 132) return false;
  const text = (at: number): string => Buffer.from(bytes.subarray(at, at + 4)).toString('latin1');
  const version = bytes[8] ?? 0;
  return text(36) === 'acsp' && classes.includes(text(12)) && version <= (part === 1 ? 2 : 4);
}

/** The device classes of profiles for colour spaces (PDF 32000-1, 8.6.5.5). */
export const spaceClasses = ['scnr', 'mntr', 'prtr', 'spac'] as const;
