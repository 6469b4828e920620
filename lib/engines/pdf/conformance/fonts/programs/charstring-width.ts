/** The part of a glyph's program that its width depends on (Adobe Technical Note 5177). */
export interface CharStringContext {
  globalSubrs: readonly Buffer[];
  localSubrs: readonly Buffer[];
  nominalWidth: number;
  defaultWidth: number;
}

/** Where the width of a glyph is. */
export interface CharStringWidth {
  width: number;
  /** The bytes of its operand in the program of the glyph; undefined if the program has none. */
  operand: readonly [start: number, end: number] | undefined;
  /** Whether it can be replaced: it is not in a subroutine. */
  isOwn: boolean;
}

interface Operand {
  value: number;
  place: readonly [start: number, end: number] | undefined;
}

const mostDepth = 10;
const mostOperands = 513;

/** Reads the width of a glyph, which comes before the operands of its first operator; undefined if that cannot be read. */
export function readWidth(program: Buffer, context: CharStringContext): CharStringWidth | undefined {
  const stack: Operand[] = [];
  const first = firstOperator(program, context, stack, 0);
  if (first === undefined || first === 'return') return undefined;
  const count = stack.length;
  const hasWidth = (() => {
    if (first === 'stems') return count % 2 === 1;
    if (first === 'rmoveto') return count > 2;
    if (first === 'moveto') return count > 1;
    return first === 'endchar' && (count === 1 || count === 5);
  })();
  const [operand] = stack;
  if (!hasWidth || !operand) return { width: context.defaultWidth, operand: undefined, isOwn: true };
  return {
    width: context.nominalWidth + operand.value,
    operand: operand.place,
    isOwn: operand.place !== undefined,
  };
}

type FirstOperator = 'stems' | 'rmoveto' | 'moveto' | 'endchar' | 'other' | 'return';

const firstOperators: Readonly<Record<number, FirstOperator>> = {
  1: 'stems',
  3: 'stems',
  18: 'stems',
  19: 'stems',
  20: 'stems',
  23: 'stems',
  21: 'rmoveto',
  4: 'moveto',
  22: 'moveto',
  14: 'endchar',
};

/** Reads operands up to the first operator that takes all of them, through subroutines. */
function firstOperator(
  program: Buffer,
  context: CharStringContext,
  stack: Operand[],
  depth: number,
): FirstOperator | undefined {
  for (let at = 0; at < program.length;) {
    const first = program[at] as number;
    if (first >= 32 || first === 28) {
      const operand = readOperand(program, at, first);
      if (!operand || stack.length >= mostOperands) return undefined;
      stack.push({ value: operand.value, place: depth === 0 ? [at, at + operand.length] : undefined });
      at += operand.length;
      continue;
    }
    at += 1;
    if (first === 11) return 'return';
    if (first !== 10 && first !== 29) return firstOperators[first] ?? (first === 12 ? undefined : 'other');
    const subrs = first === 10 ? context.localSubrs : context.globalSubrs;
    const subr = subrs[(stack.pop()?.value ?? NaN) + bias(subrs.length)];
    if (!subr || depth >= mostDepth) return undefined;
    const found = firstOperator(subr, context, stack, depth + 1);
    if (found !== 'return') return found;
  }
  return depth > 0 ? 'return' : undefined;
}

const bias = (count: number): number => (count < 1240 ? 107 : count < 33900 ? 1131 : 32768);

function readOperand(
  program: Buffer,
  at: number,
  first: number,
): { value: number; length: number } | undefined {
  const lengths = first === 28 ? 3 : first <= 246 ? 1 : first <= 254 ? 2 : 5;
  if (at + lengths > program.length) return undefined;
  if (first === 28) return { value: program.readInt16BE(at + 1), length: 3 };
  if (first <= 246) return { value: first - 139, length: 1 };
  if (first === 255) return { value: program.readInt32BE(at + 1) / 65_536, length: 5 };
  const low = program[at + 1] as number;
  const value = first <= 250 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108;
  return { value, length: 2 };
}

/** The program of a glyph with another width; undefined if it cannot be changed. */
export function withWidth(program: Buffer, context: CharStringContext, width: number): Buffer | undefined {
  const known = readWidth(program, context);
  if (!known?.isOwn) return undefined;
  const [start, end] = known.operand ?? [0, 0];
  return Buffer.concat([
    program.subarray(0, start),
    widthOperand(width - context.nominalWidth),
    program.subarray(end),
  ]);
}

function widthOperand(value: number): Buffer {
  const operand = Buffer.alloc(Number.isInteger(value) ? 3 : 5);
  if (Number.isInteger(value)) {
    operand.writeUInt8(28, 0);
    operand.writeInt16BE(Math.max(-0x8000, Math.min(0x7fff, value)), 1);
  } else {
    operand.writeUInt8(255, 0);
    operand.writeInt32BE(Math.round(Math.max(-0x7fff, Math.min(0x7fff, value)) * 65_536), 1);
  }
  return operand;
}
