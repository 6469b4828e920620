import type { CDPSession } from 'puppeteer-core';
import { InputFault } from '../../base/input-fault.ts';
import type { GivenFont } from '../fonts/given-font.ts';
import type { StyleRange } from '../fonts/sfnt/style.ts';
import { type MainFrame, worldName } from './main-frame.ts';

/** The page's fonts in the isolated world: own property of its global object, so that no element hides it. */
const fontFaces = 'givenFonts';

/** Waits for the fonts. Returns the index of one that the browser cannot use, or -1; null if none were added. */
const outcome = `(async () => {
  if (!Object.hasOwn(globalThis, '${fontFaces}')) return null;
  const faces = globalThis.${fontFaces};
  await Promise.allSettled(faces.map(({ face }) => face.load()));
  return faces.find(({ face }) => face.status !== 'loaded')?.index ?? -1;
})()`;

const readOutcome = (value: unknown): { unusable: number | undefined } | undefined => {
  if (value === null) return { unusable: undefined };
  return typeof value === 'number' && Number.isInteger(value) ? { unusable: value } : undefined;
};

const readDone = (value: unknown): boolean | undefined => (value === true ? true : undefined);

/**
 * The fonts that a request brought for its page. They are added as by `@font-face`, under each of their family names, from
 * the isolated world: without a request that the page's security policy could block.
 *
 * They win over fonts of the same family and style that the page declares, because they come after the style sheets.
 */
export class PageFonts {
  readonly #fonts: readonly GivenFont[];

  constructor(fonts: readonly GivenFont[]) {
    this.#fonts = fonts;
  }

  /** Adds the fonts to each document of the page before its first script. */
  async announce(session: CDPSession): Promise<void> {
    if (this.#fonts.length === 0) return;
    await session.send('Page.enable');
    for (const source of this.#scripts()) {
      await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
    }
  }

  /**
   * Waits for the fonts of the current document. Adds them where scripts are disabled, and nothing was run at its start.
   *
   * @throws AppError `invalid-file-type` when the browser cannot use a font, naming its field
   */
  async settle(frame: MainFrame): Promise<void> {
    if (this.#fonts.length === 0) return;
    let { unusable } = await frame.read(outcome, readOutcome);
    if (unusable === undefined) {
      for (const script of this.#scripts()) await frame.read(script, readDone);
      ({ unusable } = await frame.read(outcome, readOutcome));
    }
    const font = this.#fonts[unusable ?? -1];
    if (font)
      throw new InputFault('invalid-file-type', 'is a font that the browser cannot use').inField(font.field);
  }

  *#scripts(): Generator<string> {
    for (const [index, font] of this.#fonts.entries()) yield addition(font, index);
  }
}

/** A script that adds a font. Its value is true. */
function addition({ bytes, face }: GivenFont, index: number): string {
  const descriptors = {
    weight: rangeText(face.weight),
    stretch: rangeText(face.width, '%'),
    style: face.isItalic ? 'italic' : 'normal',
  };
  return `(() => {
    if (!Object.hasOwn(globalThis, '${fontFaces}')) Object.defineProperty(globalThis, '${fontFaces}', { value: [] });
    const bytes = Uint8Array.fromBase64('${bytes.toString('base64')}');
    for (const family of ${JSON.stringify(face.families)}) {
      const face = new FontFace(family, bytes, ${JSON.stringify(descriptors)});
      document.fonts.add(face);
      globalThis.${fontFaces}.push({ face, index: ${index} });
    }
    return true;
  })()`;
}

const rangeText = ([least, most]: StyleRange, unit = ''): string =>
  least === most ? `${least}${unit}` : `${least}${unit} ${most}${unit}`;
