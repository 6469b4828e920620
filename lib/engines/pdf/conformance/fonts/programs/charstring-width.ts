/** The part of a font that the programs of its glyphs depend on (Adobe Technical Note 5177). */
export interface CharStringContext {
  globalSubrs: readonly Buffer[];
  localSubrs: readonly Buffer[];
  nominalWidth: number;
  defaultWidth: number;
}

interface Operand {
  value: number;
  bytes: Buffer;
}

/** A program and where it is read: that of a glyph, or of a subroutine that it calls. */
interface Frame {
  program: Buffer;
  at: number;
}

/** What a glyph's program begins with: operands, of which the first can be the width, and an operator. */
interface Beginning {
  operands: Operand[];
  hasWidth: boolean;
  /** At the operator: the glyph's own first, the innermost subroutine last. */
  frames: Frame[];
}

const codes = {
  return: 11,
  escape: 12,
  callSubr: 10,
  callGlobalSubr: 29,
  firstNumber: 32,
  shortNumber: 28,
} as const;

/** Limits of the format, and of the subroutines that a program can call before its first operator. */
const limits = { depth: 10, operands: 513, calls: 1000 } as const;

/** The width of a glyph in units of the font; undefined if it cannot be read. */
export function readWidth(program: Buffer, context: CharStringContext): number | undefined {
  const beginning = readBeginning(program, context);
  if (!beginning) return undefined;
  const [first] = beginning.operands;
  return beginning.hasWidth && first ? context.nominalWidth + first.value : context.defaultWidth;
}

/**
 * The program of a glyph with another width; undefined if it cannot be changed. Subroutines that would set the old width
 * become part of the program.
 */
export function withWidth(program: Buffer, context: CharStringContext, width: number): Buffer | undefined {
  const beginning = readBeginning(program, context);
  if (!beginning) return undefined;
  const { operands, hasWidth, frames } = beginning;
  const rest = frames
    .toReversed()
    .map(({ program: part, at }) =>
      part.subarray(at, part !== program && part.at(-1) === codes.return ? part.length - 1 : part.length),
    );
  return Buffer.concat([
    widthOperand(width - context.nominalWidth),
    ...operands.slice(hasWidth ? 1 : 0).map(({ bytes }) => bytes),
    ...rest,
  ]);
}

/** Reads up to the first operator that takes all operands, through subroutines. */
function readBeginning(program: Buffer, context: CharStringContext): Beginning | undefined {
  const operands: Operand[] = [];
  const frames: Frame[] = [{ program, at: 0 }];
  for (let calls = 0; ;) {
    const frame = frames.at(-1);
    if (!frame) return undefined;
    const code = frame.program[frame.at];
    if (code === undefined) return undefined;
    if (code >= codes.firstNumber || code === codes.shortNumber) {
      const operand = readOperand(frame);
      if (!operand || operands.length >= limits.operands) return undefined;
      operands.push(operand);
      frame.at += operand.bytes.length;
    } else if (code === codes.return) frames.pop();
    else if (code === codes.callSubr || code === codes.callGlobalSubr) {
      const subrs = code === codes.callSubr ? context.localSubrs : context.globalSubrs;
      const subr = subrs[(operands.pop()?.value ?? NaN) + bias(subrs.length)];
      calls += 1;
      if (!subr || frames.length > limits.depth || calls > limits.calls) return undefined;
      frame.at += 1;
      frames.push({ program: subr, at: 0 });
    } else if (code === codes.escape) return undefined;
    else return { operands, hasWidth: hasWidth(code, operands.length), frames };
  }
}

/** Whether the operands of the first operator are one more than it takes (Technical Note 5177, section 4.1). */
function hasWidth(operator: number, count: number): boolean {
  if (stems.has(operator)) return count % 2 === 1;
  if (operator === moves.both) return count > 2;
  if (operator === moves.horizontal || operator === moves.vertical) return count > 1;
  return operator === endChar && (count === 1 || count === 5);
}

const stems: ReadonlySet<number> = new Set([1, 3, 18, 19, 20, 23]);
const moves = { vertical: 4, both: 21, horizontal: 22 } as const;
const endChar = 14;

const bias = (count: number): number => (count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768);

function readOperand({ program, at }: Frame): Operand | undefined {
  const first = program[at] as number;
  const length = first === codes.shortNumber ? 3 : first <= 246 ? 1 : first <= 254 ? 2 : 5;
  if (at + length > program.length) return undefined;
  return { value: numberAt(program, at, first), bytes: program.subarray(at, at + length) };
}

function numberAt(program: Buffer, at: number, first: number): number {
  if (first === codes.shortNumber) return program.readInt16BE(at + 1);
  if (first <= 246) return first - 139;
  if (first === 255) return program.readInt32BE(at + 1) / 65_536;
  const low = program[at + 1] as number;
  return first <= 250 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108;
}

function widthOperand(value: number): Buffer {
  const operand = Buffer.alloc(Number.isInteger(value) ? 3 : 5);
  if (Number.isInteger(value)) {
    operand.writeUInt8(codes.shortNumber, 0);
    operand.writeInt16BE(Math.max(-0x8000, Math.min(0x7fff, value)), 1);
  } else {
    operand.writeUInt8(255, 0);
    operand.writeInt32BE(Math.round(Math.max(-0x7fff, Math.min(0x7fff, value)) * 65_536), 1);
  }
  return operand;
}
