import { isObject } from '../is-object.ts';
import { TemplateError, type Json, type JsonObject } from './template.ts';

/** An evaluated value. Undefined stands for `AWS::NoValue`: whatever holds it drops it. */
export type Value = Json | undefined;

/** What intrinsic functions need to know of the place they stand in. */
export interface Scope {
  /** Evaluates the functions inside a value. */
  evaluate(value: Json): Value;
  /** `Ref`: a parameter, a pseudo parameter or a resource. */
  reference(name: string): Value;
  /** `Fn::GetAtt`. */
  attribute(logicalId: string, attribute: string): Value;
  /** A named condition. */
  condition(name: string): boolean;
  /** `Fn::FindInMap`; undefined if there is no such entry. */
  mapping(map: string, key: string, attribute: string): Json | undefined;
}

type IntrinsicFunction = (argument: Json, scope: Scope) => Value;

/**
 * CloudFormation's intrinsic functions, as far as they can be evaluated on this machine.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
const functions: Record<string, IntrinsicFunction> = {
  Ref: (argument, scope) => scope.reference(text(argument)),
  'Fn::GetAtt': (argument, scope) => {
    // The short form is one string; only its first dot separates, since attribute names may hold dots.
    const [logicalId, ...attribute] = typeof argument === 'string' ? argument.split('.') : list(argument);
    return scope.attribute(text(logicalId), attribute.map((part) => text(scope.evaluate(part))).join('.'));
  },
  'Fn::Join': (argument, scope) => {
    const [separator, items] = list(argument);
    return list(scope.evaluate(items ?? null))
      .map(text)
      .join(text(separator));
  },
  'Fn::Sub': substitute,
  'Fn::Select': (argument, scope) => {
    const [index, items] = list(argument);
    const position = Number(scope.evaluate(index ?? null));
    const item = list(scope.evaluate(items ?? null))[position];
    if (item === undefined) throw new TemplateError(`Fn::Select: the list has no item ${position}`);
    return item;
  },
  'Fn::Split': (argument, scope) => {
    const [separator, source] = list(argument);
    return text(scope.evaluate(source ?? null)).split(text(separator));
  },
  'Fn::Base64': (argument, scope) => Buffer.from(text(scope.evaluate(argument))).toString('base64'),
  'Fn::FindInMap': (argument, scope) => {
    const [map, key, attribute] = list(argument).map((part) => text(scope.evaluate(part)));
    const found = scope.mapping(map ?? '', key ?? '', attribute ?? '');
    if (found === undefined) throw new TemplateError(`Fn::FindInMap: there is no ${map}.${key}.${attribute}`);
    return found;
  },
  'Fn::If': (argument, scope) => {
    const [condition, then, otherwise] = list(argument);
    const chosen = scope.condition(text(condition)) ? then : otherwise;
    return scope.evaluate(chosen ?? null);
  },
  'Fn::ImportValue': () => {
    throw new TemplateError('Fn::ImportValue reads another stack, and the local run has only this one');
  },
};

const conditionFunctions: Record<string, (argument: Json, scope: Scope) => boolean> = {
  Condition: (argument, scope) => scope.condition(text(argument)),
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list(argument).map((side) => scope.evaluate(side));
    // Parameters are text whatever their type, so 1 equals "1".
    return JSON.stringify(scalars(left)) === JSON.stringify(scalars(right));
  },
  'Fn::Not': (argument, scope) => !evaluateCondition(list(argument)[0] ?? null, scope),
  'Fn::And': (argument, scope) => list(argument).every((part) => evaluateCondition(part, scope)),
  'Fn::Or': (argument, scope) => list(argument).some((part) => evaluateCondition(part, scope)),
};

/** Evaluates an entry of `Conditions`, or a part of one. */
export function evaluateCondition(value: Json, scope: Scope): boolean {
  const [name, argument] = singleEntry(value) ?? [];
  const evaluate =
    name !== undefined && Object.hasOwn(conditionFunctions, name) ? conditionFunctions[name] : undefined;
  if (!evaluate) throw new TemplateError(`${JSON.stringify(value)} is not a condition`);
  return evaluate(argument ?? null, scope);
}

/**
 * The intrinsic function that a value calls, if it calls one.
 *
 * @throws {TemplateError} if it calls one that is not known.
 */
export function intrinsicCall(value: JsonObject): ((scope: Scope) => Value) | undefined {
  const [name, argument] = singleEntry(value) ?? [];
  if (name === undefined) return undefined;
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (known) return (scope) => known(argument ?? null, scope);
  if (name.startsWith('Fn::')) throw new TemplateError(`the function ${name} is not served locally`);
  return undefined;
}

function substitute(argument: Json, scope: Scope): string {
  const [pattern, variables] = typeof argument === 'string' ? [argument] : list(argument);
  const own = isObject(variables) ? variables : {};
  return text(pattern).replaceAll(/\$\{(!?)([^{}]+)\}/g, (_whole, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (Object.hasOwn(own, name)) return text(scope.evaluate(own[name] ?? null));
    const dot = name.indexOf('.');
    return text(dot < 0 ? scope.reference(name) : scope.attribute(name.slice(0, dot), name.slice(dot + 1)));
  });
}

function singleEntry(value: Json): [string, Json] | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  return entries.length === 1 ? entries[0] : undefined;
}

function text(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TemplateError(`expected text, found ${JSON.stringify(value)}`);
}

function list(value: Value): Json[] {
  if (Array.isArray(value)) return value;
  throw new TemplateError(`expected a list, found ${JSON.stringify(value)}`);
}

function scalars(value: Value): Value {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
