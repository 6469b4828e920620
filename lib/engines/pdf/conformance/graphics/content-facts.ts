import { nameText } from '../../syntax/names.ts';
import type { Components } from '../colour/profiles.ts';
import { knownOperators, visitOperators } from './operators.ts';

/** What a content stream uses that conformance is about. */
export interface ContentFacts {
  /** Device colours that it sets by operators, and those of inline images. */
  colours: ReadonlySet<Components>;
  /** Whether it names any resource. */
  usesResources: boolean;
  /** The content without what PDF/A does not allow; undefined if it is the same. */
  corrected: Buffer | undefined;
}

/** A part of the content to be replaced. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

const operatorColours: ReadonlyMap<string, Components> = new Map([
  ['g', 1],
  ['G', 1],
  ['rg', 3],
  ['RG', 3],
  ['k', 4],
  ['K', 4],
]);

const namedColours: ReadonlyMap<string, Components> = new Map([
  ['DeviceGray', 1],
  ['DeviceRGB', 3],
  ['DeviceCMYK', 4],
]);

const naming: ReadonlySet<string> = new Set(['Do', 'gs', 'Tf', 'sh', 'cs', 'CS', 'scn', 'SCN']);

/** Rendering intents (PDF 32000-1, table 70). */
export const intents: ReadonlySet<string> = new Set([
  'AbsoluteColorimetric',
  'RelativeColorimetric',
  'Perceptual',
  'Saturation',
]);

/** Reads content once for all rules about it. */
export function readContent(content: Uint8Array): ContentFacts {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const colours = new Set<Components>();
  const edits: Edit[] = [];
  let usesResources = false;
  visitOperators(bytes, (operator) => {
    const { name, start, end } = operator;
    if (!('operand' in operator)) {
      readInlineImage(bytes, operator, colours, edits);
      return;
    }
    const colour = operatorColours.get(name);
    if (colour) colours.add(colour);
    else if (naming.has(name) && operator.operand) {
      const named = name === 'cs' || name === 'CS' ? namedColours.get(nameText(operator.operand)) : undefined;
      if (named) colours.add(named);
      else usesResources = true;
    } else if (name === 'ri' && operator.operand && !intents.has(nameText(operator.operand))) {
      // Viewers take an unknown intent for this one (ISO 19005-1, 6.2.9; ISO 19005-2, 6.2.6).
      edits.push({ start, end, text: '/RelativeColorimetric ri' });
    } else if (!knownOperators.has(name)) {
      // Viewers ignore unknown operators (ISO 19005-1, 6.2.10; ISO 19005-2, 6.2.2).
      edits.push({ start, end, text: '' });
    }
  });
  return { colours, usesResources, corrected: edits.length > 0 ? edited(bytes, edits) : undefined };
}

/** Interpolation is not allowed (ISO 19005-1, 6.2.4; ISO 19005-2, 6.2.8.2). */
function readInlineImage(
  bytes: Buffer,
  { start, end }: { start: number; end: number },
  colours: Set<Components>,
  edits: Edit[],
): void {
  const text = bytes.toString('latin1', start, end);
  const space = /\/(?:CS|ColorSpace)\s{0,10}\/(?:Device)?(G|Gray|RGB|CMYK)(?![\w.-])/.exec(text)?.[1];
  if (space) colours.add(space === 'CMYK' ? 4 : space === 'RGB' ? 3 : 1);
  const interpolated = /\/(?:I|Interpolate)\s{1,10}true(?!\w)/.exec(text);
  if (!interpolated) return;
  const from = start + interpolated.index + interpolated[0].length - 'true'.length;
  edits.push({ start: from, end: from + 'true'.length, text: 'false' });
}

function edited(bytes: Buffer, edits: readonly Edit[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(at, start), Buffer.from(` ${text} `, 'latin1'));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}
