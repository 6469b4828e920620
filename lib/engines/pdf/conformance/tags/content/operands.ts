import type { Operator } from './operators.ts';

/** The operands of an operator as text, one character for each byte. */
const operandText = (bytes: Buffer, { start, at }: Operator): string => bytes.toString('latin1', start, at);

/** Operands that are numbers. Others are NaN. */
export const numericOperands = (bytes: Buffer, operator: Operator): number[] =>
  operandText(bytes, operator).trim().split(/\s+/).map(Number);

/** The name that comes first among the operands, without its slash; undefined for other operands. */
export const nameOperand = (bytes: Buffer, operator: Operator): string | undefined =>
  /^\/([^\s()<>[\]{}/%]*)/.exec(operandText(bytes, operator))?.[1];

/** The properties of marked content that are stated in place: their identifier. */
export function inlineIdentifier(bytes: Buffer, operator: Operator): number | undefined {
  const digits = /\/MCID\s{1,16}(\d{1,9})/.exec(operandText(bytes, operator))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The name of properties among the resources (PDF 32000-1, 14.6.2). */
export const propertiesName = (bytes: Buffer, operator: Operator): string | undefined =>
  /^\/[^\s()<>[\]{}/%]*\s{0,16}\/([^\s()<>[\]{}/%]*)/.exec(operandText(bytes, operator))?.[1];
