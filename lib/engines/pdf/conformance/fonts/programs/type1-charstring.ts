/** What a glyph's program begins with: `hsbw` or `sbw` (Adobe Type 1 Font Format, chapter 6). */
interface SideBearing {
  advance: number;
  /** The bytes of its operand. */
  place: readonly [start: number, end: number];
}

const operators = { hsbw: 13, escape: 12, sbw: 7, div: 12 } as const;

/** Reads the width of a glyph; undefined if its program does not begin with it. */
export function readSideBearing(program: Buffer): SideBearing | undefined {
  const stack: { value: number; start: number; end: number }[] = [];
  for (let at = 0; at < program.length;) {
    const first = program[at] as number;
    if (first >= 32) {
      const length = first <= 246 ? 1 : first <= 254 ? 2 : 5;
      if (at + length > program.length) return undefined;
      stack.push({ value: operandAt(program, at, first), start: at, end: at + length });
      at += length;
    } else if (first === operators.hsbw) return sideBearing(stack[1]);
    else if (first === operators.escape && program[at + 1] === operators.div) {
      const [divisor, dividend] = [stack.pop(), stack.pop()];
      if (!divisor || !dividend) return undefined;
      at += 2;
      stack.push({ value: dividend.value / divisor.value, start: dividend.start, end: at });
    } else if (first === operators.escape && program[at + 1] === operators.sbw) return sideBearing(stack[2]);
    else return undefined;
  }
  return undefined;
}

const sideBearing = (
  operand: { value: number; start: number; end: number } | undefined,
): SideBearing | undefined => operand && { advance: operand.value, place: [operand.start, operand.end] };

function operandAt(program: Buffer, at: number, first: number): number {
  if (first <= 246) return first - 139;
  if (first === 255) return program.readInt32BE(at + 1);
  const low = program[at + 1] as number;
  return first <= 250 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108;
}

/** The program with another width, an integer; undefined if it does not begin with one. */
export function withAdvance(program: Buffer, advance: number): Buffer | undefined {
  const known = readSideBearing(program);
  if (!known) return undefined;
  const [start, end] = known.place;
  const operand = Buffer.alloc(5);
  operand.writeUInt8(255, 0);
  operand.writeInt32BE(advance, 1);
  return Buffer.concat([program.subarray(0, start), operand, program.subarray(end)]);
}
