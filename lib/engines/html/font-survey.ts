import { type FontInventory, isCovered, isVisible, withFaces } from '../fonts/font-inventory.ts';
import {
  type FontWarning,
  missingGlyphWarnings,
  type Substitution,
  substitutionWarnings,
} from '../fonts/font-warnings.ts';
import type { FontFace } from '../fonts/sfnt/face.ts';
import type { PageScript } from './main-frame.ts';
import { replacementIn, familyNames } from './font-stack.ts';

/** Limits of the survey for one page. Lengths are in UTF-16 code units. */
const limits = { milliseconds: 50, nodes: 40_000, stacks: 50, stackLength: 1000, faces: 1000 } as const;

/** The maximum of characters checked per font stack, and the first code point checked: after Latin letters. */
const characters = { most: 2000, first: 0x250 } as const;

/** The fonts that a page requests. */
interface FontSurvey {
  /** Values of `font-family`, each with the characters from `characters.first` on that it is used for. */
  stacks: [stack: string, characters: string][];
  /** Families of the page's web fonts that were loaded. */
  faces: string[];
}

/**
 * Surveys the visible text of the main frame's document, and of its open shadow trees. Every step is bounded, because
 * the page controls its size.
 */
const survey = `(() => { try {
  const until = performance.now() + ${limits.milliseconds};
  let left = ${limits.nodes};
  // The clock is read now and then: each look at it costs as much as a text.
  const goesOn = () => (left -= 1) >= 0 && (left % 64 !== 0 || performance.now() < until);
  const stacks = new Map();
  const charactersIn = (element) => {
    if (element === null || !Element.prototype.checkVisibility.call(element)) return undefined;
    const stack = getComputedStyle(element).fontFamily.slice(0, ${limits.stackLength});
    if (!stacks.has(stack)) {
      if (stacks.size === ${limits.stacks}) return undefined;
      stacks.set(stack, new Set());
    }
    return stacks.get(stack);
  };
  // Cheaper than a look at each character of a text that has none.
  const isSpecial = /[\\u{${characters.first.toString(16)}}-\\u{10ffff}]/u;
  // An element can hide its own properties behind others of the same name.
  const { get: shadowRoot } = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot');
  const roots = [document];
  for (const root of roots) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let parent, found;
    for (let node = texts.nextNode(); node !== null && goesOn(); node = texts.nextNode()) {
      const text = node.data.slice(0, ${characters.most});
      if (!/\\S/.test(text)) continue;
      if (node.parentElement !== parent) {
        parent = node.parentElement;
        found = charactersIn(parent);
      }
      if (found === undefined || !isSpecial.test(text)) continue;
      for (const character of text) {
        if (found.size < ${characters.most} && character.codePointAt(0) >= ${characters.first}) found.add(character);
      }
    }
    for (const element of root.querySelectorAll('*')) {
      if (!goesOn()) break;
      const inner = shadowRoot.call(element);
      if (inner !== null) roots.push(inner);
    }
  }
  const faces = new Set();
  for (const face of document.fonts) {
    if (faces.size === ${limits.faces} || performance.now() > until) break;
    if (face.status === 'loaded') faces.add(face.family.slice(0, ${limits.stackLength}));
  }
  return { stacks: [...stacks].map(([stack, found]) => [stack, [...found].join('')]), faces: [...faces] };
} catch { return undefined; } })()`;

function readSurvey(value: unknown): FontSurvey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { stacks, faces } = value as Record<string, unknown>;
  if (!Array.isArray(stacks) || stacks.length > limits.stacks || !stacks.every(isStack)) return undefined;
  if (!Array.isArray(faces) || faces.length > limits.faces || !faces.every(isName)) return undefined;
  return { stacks, faces };
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= limits.stackLength;

const isStack = (value: unknown): value is [string, string] =>
  Array.isArray(value) &&
  value.length === 2 &&
  isName(value[0]) &&
  typeof value[1] === 'string' &&
  value[1].length <= 2 * characters.most;

/** Surveys the fonts of a page. A page whose survey fails gets no font warnings. */
export const fontSurvey: PageScript<FontSurvey> = {
  script: survey,
  validate: (value) => readSurvey(value) ?? { stacks: [], faces: [] },
};

/**
 * Warns about fonts that a page requests but that are replaced, and about characters that no font has.
 *
 * The font that Chromium uses follows from the font stack, the page's web fonts and the layer's fonts: querying
 * Chromium for each element would make it send all sibling elements.
 *
 * @param given the fonts of the request, whose characters are known other than those of the page's web fonts
 */
export function fontWarnings(
  found: FontSurvey,
  layer: FontInventory,
  given: readonly FontFace[],
): FontWarning[] {
  const inventory = withFaces(layer, given);
  const faces = new Set(found.faces.flatMap(familyNames).map((name) => name.toLowerCase()));
  for (const family of given.flatMap(({ families }) => families)) faces.delete(family.toLowerCase());
  return [
    ...substitutionWarnings(substitutionsIn(found, faces, inventory)),
    ...missingGlyphWarnings(missingIn(found, faces, inventory)),
  ];
}

function* substitutionsIn(
  { stacks }: FontSurvey,
  faces: ReadonlySet<string>,
  inventory: FontInventory,
): Generator<Substitution> {
  for (const [stack] of stacks) {
    const substitution = replacementIn(stack, faces, inventory);
    if (substitution) yield substitution;
  }
}

/** A web font of the page may have the characters. */
function* missingIn(
  { stacks }: FontSurvey,
  faces: ReadonlySet<string>,
  inventory: FontInventory,
): Generator<string> {
  for (const [stack, text] of stacks) {
    if (familyNames(stack).some((name) => faces.has(name.toLowerCase()))) continue;
    for (const character of text) {
      if (isVisible(character) && !isCovered(inventory, character)) yield character;
    }
  }
}
