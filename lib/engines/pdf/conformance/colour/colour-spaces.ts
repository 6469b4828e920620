import { profileComponents } from '../../../pictures/icc-profile.ts';
import { dictAt, resolved } from '../../assembly/lookup.ts';
import { arrayOf } from '../../assembly/object-builders.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { keys, values } from '../../keys.ts';
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../../objects.ts';
import { nameText } from '../../syntax/names.ts';
import { streamBytes } from '../objects/stream-bytes.ts';
import type { PdfaPart } from '../target.ts';
import { isAllowed, spaceClasses } from './output-intent.ts';
import { type Components, deviceProfile } from './profiles.ts';

const deviceSpaces: ReadonlyMap<string, Components> = new Map([
  ['DeviceGray', 1],
  ['DeviceRGB', 3],
  ['DeviceCMYK', 4],
]);

/** Where a DeviceN space has its attributes. */
const attributesIndex = 4;

/** Spaces within spaces that are read. */
const maxDepth = 8;

/**
 * Gives colour spaces a profile where the output intent provides none (ISO 19005-1, 6.2.3; ISO 19005-2 and -3, 6.2.4). The
 * profile is the one that viewers use.
 */
export class ColourSpaces {
  readonly #document: BuiltDocument;
  readonly #part: PdfaPart;
  readonly #intent: Components;
  readonly #made = new Map<Components, PDFArray>();
  readonly #known = new Map<PDFObject, PDFObject>();
  readonly #profiles = new Map<PDFRef, Components | undefined>();
  /** Whether a colour is CMYK with a profile, for which overprint mode 1 is not allowed. */
  hasProfiledCmyk = false;

  /** @param intent the components of the output intent's profile */
  constructor(document: BuiltDocument, part: PdfaPart, intent: Components) {
    this.#document = document;
    this.#part = part;
    this.#intent = intent;
  }

  /** Whether device colours need a default colour space (PDF 32000-1, 8.6.5.6). The output intent covers its own and gray. */
  needsDefault(components: Components): boolean {
    return components !== 1 && components !== this.#intent;
  }

  /** The colour space with a profile for device colours. */
  profiled(components: Components): PDFArray {
    const { context } = this.#document;
    if (components === 4) this.hasProfiledCmyk = true;
    let space = this.#made.get(components);
    if (!space) {
      const profile = context.register(deviceProfile(context, components));
      space = arrayOf(context, [values.ICCBased, profile]);
      this.#made.set(components, space);
    }
    return space;
  }

  /**
   * The colour space to use in place of that of a group. Blending needs profiles that convert in both directions (PDF 32000-1,
   * table 147), so CMYK without an output intent becomes RGB, in which viewers blend.
   */
  blending(space: PDFObject): PDFObject {
    const now = this.conforming(space);
    if (now === space) return space;
    return this.needsDefault(3) ? this.profiled(3) : values.DeviceRGB;
  }

  /** The colour space to use in place of one; the same one if it is allowed. */
  conforming(space: PDFObject, depth = 0): PDFObject {
    const known = this.#known.get(space);
    if (known) return known;
    const value = resolved(this.#document.context, space);
    const own = value && depth < maxDepth ? this.#conformingValue(value, depth) : value;
    const result = own === undefined || own === value ? space : own;
    if (!(space instanceof PDFName)) this.#known.set(space, result);
    return result;
  }

  #conformingValue(space: PDFObject, depth: number): PDFObject {
    const { context } = this.#document;
    if (space instanceof PDFName) {
      const components = deviceSpaces.get(nameText(space));
      return components && this.needsDefault(components) ? this.profiled(components) : space;
    }
    if (!(space instanceof PDFArray)) return space;
    const family = resolved(context, space.get(0));
    const name = family instanceof PDFName ? nameText(family) : '';
    if (deviceSpaces.has(name)) return this.#conformingValue(family as PDFName, depth);
    if (name === 'ICCBased') return this.#conformingProfile(space);
    const inner =
      name === 'Indexed' || name === 'Pattern'
        ? 1
        : name === 'Separation' || name === 'DeviceN'
          ? 2
          : undefined;
    const entry = inner === undefined ? undefined : space.get(inner);
    if (inner === undefined || !entry) return space;
    const attributes = name === 'DeviceN' ? resolved(context, space.get(attributesIndex)) : undefined;
    if (attributes instanceof PDFDict) this.#conformAttributes(attributes, depth);
    const now = this.conforming(entry, depth + 1);
    if (now === entry) return space;
    return arrayOf(
      context,
      space.asArray().map((item, index) => (index === inner ? now : item)),
    );
  }

  /** The colour spaces of single inks and of the process colours (PDF 32000-1, tables 71 and 72). */
  #conformAttributes(attributes: PDFDict, depth: number): void {
    const process = dictAt(attributes, keys.Process);
    const space = process?.get(keys.ColorSpace);
    if (space) process?.set(keys.ColorSpace, this.conforming(space, depth + 1));
    const inks = dictAt(attributes, keys.Colorants);
    for (const [ink, own] of inks?.entries() ?? []) inks?.set(ink, this.conforming(own, depth + 1));
  }

  /** A space whose profile is not allowed becomes that of its device colours (ISO 19005-1, 6.2.3.2; ISO 19005-2, 6.2.4.2). */
  #conformingProfile(space: PDFArray): PDFObject {
    const { context, budget } = this.#document;
    const entry = space.get(1);
    const stream = resolved(context, entry);
    if (!(entry instanceof PDFRef) || !(stream instanceof PDFRawStream)) return space;
    if (!this.#profiles.has(entry)) {
      const bytes = streamBytes(stream, budget.contents);
      const isValid = bytes && isAllowed(bytes, this.#part, spaceClasses);
      this.#profiles.set(entry, isValid ? componentsIn(bytes) : undefined);
    }
    const components = this.#profiles.get(entry);
    const stated = resolved(context, stream.dict.get(keys.N));
    const count = stated instanceof PDFNumber ? stated.asNumber() : undefined;
    if (components !== undefined && components === count) {
      if (components === 4) this.hasProfiledCmyk = true;
      return space;
    }
    if (count !== 1 && count !== 3 && count !== 4) return space;
    return this.needsDefault(count) ? this.profiled(count) : deviceNames[count];
  }
}

/** The components of a profile. Its colours can be L*a*b*, which no device has. */
const componentsIn = (bytes: Uint8Array): Components | undefined =>
  Buffer.from(bytes.subarray(16, 20)).toString('latin1') === 'Lab '
    ? 3
    : (profileComponents(bytes) as Components | undefined);

const deviceNames: Readonly<Record<Components, PDFName>> = {
  1: values.DeviceGray,
  3: values.DeviceRGB,
  4: values.DeviceCMYK,
};
