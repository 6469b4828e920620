import { isObject } from '../is-object.ts';
import { invalidParameterValue, missingParameter, serializationError } from './errors.ts';

/** A request, or one entry of a batch, as parsed from JSON. */
export type Input = Readonly<Record<string, unknown>>;

export function optionalText(input: Input, name: string): string | undefined {
  const value = input[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw serializationError(`${name} must be a string.`);
}

export function requiredText(input: Input, name: string): string {
  const value = optionalText(input, name);
  if (value === undefined || value === '') throw missingParameter(name);
  return value;
}

/** An integer from `minimum` to `maximum`, or undefined when the request leaves it out. */
export function optionalInteger(
  input: Input,
  name: string,
  minimum: number,
  maximum: number,
): number | undefined {
  const value = input[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw serializationError(`${name} must be an integer.`);
  if (value < minimum || value > maximum) {
    throw invalidParameterValue(
      `Value ${value} for parameter ${name} is invalid. Reason: Must be between ${minimum} and ${maximum}, if provided.`,
    );
  }
  return value;
}

export function requiredInteger(input: Input, name: string, minimum: number, maximum: number): number {
  const value = optionalInteger(input, name, minimum, maximum);
  if (value === undefined) throw missingParameter(name);
  return value;
}

export function textList(input: Input, name: string): string[] {
  const value = input[name] ?? [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw serializationError(`${name} must be a list of strings.`);
}

export function inputList(input: Input, name: string): Input[] {
  const value = input[name] ?? [];
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw serializationError(`${name} must be a list of structures.`);
}

export function optionalInput(input: Input, name: string): Input {
  const value = input[name] ?? {};
  if (isObject(value)) return value;
  throw serializationError(`${name} must be a structure.`);
}
