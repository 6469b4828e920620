import { keys } from '../../keys.ts';
import { type PDFContext, PDFDict, type PDFObject, PDFRawStream, type PDFRef } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { isCommon } from '../common-entry.ts';
import type { ColourDefaults, ColourProfiles } from './default-colours.ts';
import type { Excerpt } from '../excerpt.ts';
import { listOf, resolved } from '../lookup.ts';
import { perSource } from '../per-source.ts';
import { isSameObject } from '../same-object.ts';
import { profileComponents } from '../../../pictures/icc-profile.ts';
import { isSrgb, srgbProfile } from './srgb-profile.ts';

/** The output intent for a source's device colours (PDF 32000-1, 14.11.5). */
interface Intent {
  /** The value of the catalog's entry. */
  entry: PDFObject;
  /** The first profile of the intents, which is the one that readers use. */
  profile: { stream: PDFObject; components: number; isStandard: boolean } | undefined;
}

const intentOf = perSource((source): Intent | undefined => {
  const entry = source.catalog.get(keys.OutputIntents);
  const intents = listOf(source.context, entry).map((intent) => resolved(source.context, intent));
  if (!entry || !intents.some((intent) => intent instanceof PDFDict)) return undefined;
  for (const intent of intents) {
    const stream = intent instanceof PDFDict ? intent.get(keys.DestOutputProfile) : undefined;
    const profile = stream && profileOf(source, stream);
    if (stream && profile) return { entry, profile: { stream, ...profile } };
  }
  return { entry, profile: undefined };
});

function profileOf(source: PdfSource, object: PDFObject) {
  const stream = resolved(source.context, object);
  const bytes = stream instanceof PDFRawStream ? source.decode(stream) : undefined;
  const components = bytes && profileComponents(bytes);
  return bytes && components ? { components, isStandard: isSrgb(bytes) } : undefined;
}

/**
 * The output intents of the result. If the sources agree, the document has their intents. Otherwise it has those of one
 * source. MuPDF and Acrobat apply these to all pages, so pages of other sources get default colour spaces (PDF 32000-1,
 * 8.6.5.6), which take precedence, and their own output intents (ISO 32000-2, table 31). An intent that is not sRGB is
 * preferred, because default colour spaces in sRGB change nothing in PDFium, which honours them in images only.
 */
export class OutputIntents {
  readonly #chosen: Excerpt | undefined;
  readonly #isCommon: boolean;
  readonly #isArchival: boolean;
  readonly #context: PDFContext;
  /** sRGB profiles of the result, by number of components. */
  readonly #standard = new Map<number, PDFRef>();

  /** @param isArchival whether the result declares PDF/A, in which no device colour is without a profile */
  constructor(
    excerpts: readonly Excerpt[],
    context: PDFContext,
    { isArchival }: { isArchival: boolean } = { isArchival: false },
  ) {
    this.#context = context;
    this.#isArchival = isArchival;
    const having = excerpts.filter(({ source }) => intentOf(source));
    this.#isCommon = isCommon(excerpts, keys.OutputIntents);
    this.#chosen = having.find(({ source }) => intentOf(source)?.profile?.isStandard === false) ?? having[0];
  }

  /** The output intents for the catalog. */
  write(): PDFObject | undefined {
    const chosen = this.#chosen;
    const entry = chosen && intentOf(chosen.source)?.entry;
    return entry && chosen.copier.copy(entry);
  }

  /** The output intents for the pages of an excerpt, as objects of the source; undefined if the document's apply. */
  ofPages(excerpt: Excerpt): PDFObject | undefined {
    return this.#isOther(excerpt) ? intentOf(excerpt.source)?.entry : undefined;
  }

  /** The default colour spaces that preserve the look of device colours on an excerpt's pages. */
  defaultsOf(excerpt: Excerpt): ColourDefaults {
    return { profiles: this.#profilesOf(excerpt), inDepth: this.#isArchival };
  }

  #profilesOf(excerpt: Excerpt): ColourProfiles {
    if (!this.#chosen || !this.#isOther(excerpt)) return new Map();
    const own = intentOf(excerpt.source)?.profile;
    const document = intentOf(this.#chosen.source)?.profile;
    const defaults = new Map<number, PDFObject>();
    const isOverridden = document && !document.isStandard ? document.components : undefined;
    if (own && (!own.isStandard || isOverridden === own.components || this.#isArchival)) {
      defaults.set(own.components, own.stream);
    }
    if ((isOverridden === 1 || isOverridden === 3) && isOverridden !== own?.components) {
      // The default of readers for gray and RGB. For CMYK every reader has its own.
      defaults.set(isOverridden, excerpt.copier.referenceTo(this.#standardProfile(isOverridden)));
    }
    return defaults;
  }

  #standardProfile(components: 1 | 3): PDFRef {
    let profile = this.#standard.get(components);
    if (!profile) {
      profile = this.#context.register(srgbProfile(this.#context, components));
      this.#standard.set(components, profile);
    }
    return profile;
  }

  #isOther({ source }: Excerpt): boolean {
    const chosen = this.#chosen?.source;
    if (this.#isCommon || !chosen || source === chosen) return false;
    const intents = ({ context, catalog }: PdfSource) => [context, catalog.get(keys.OutputIntents)] as const;
    return !isSameObject(intents(chosen), intents(source));
  }
}
