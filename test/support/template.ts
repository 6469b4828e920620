import type { Template } from 'aws-cdk-lib/assertions';
import { templateOf } from './synth.ts';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** The stack with all default settings. */
export const template = templateOf();

/** A logical ID without the hash that the CDK appends: `DataJobs` of `DataJobs35074708`. */
export const nameOf = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

/** The resources of one type, by the names that `nameOf` gives them. */
export const resourcesOf = (type: string, of: Template = template): Map<string, Resource> =>
  new Map(
    Object.entries(of.findResources(type) as Record<string, Resource>).map(([id, resource]) => [
      nameOf(id),
      resource,
    ]),
  );

/** Functions of the service by the names of their constructs: `MergePdf`. Those that the CDK adds are not among them. */
export const functionsOf = (of: Template = template): Map<string, Resource> =>
  new Map(
    [...resourcesOf('AWS::Lambda::Function', of)]
      .filter(([, { Properties }]) => Properties['Handler'] === 'handler.handler')
      .map(([name, resource]) => [name.replace(/Function$/, ''), resource]),
  );

/** The environment variables of a function. */
export const variablesOf = ({ Properties }: Resource): Record<string, unknown> =>
  (Properties['Environment'] as { Variables: Record<string, unknown> }).Variables;

/** Writes a value of a template in one line: `DataBucket.Arn/uploads/*` for a join of a reference and a string. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).sort().join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument] = [], ...others] = Object.entries(value) as [string, unknown][];
  if (name === undefined || others.length > 0) return JSON.stringify(value);
  if (name === 'Ref') return nameOf(String(argument));
  if (name === 'Fn::Sub') return String(argument);
  if (name === 'Fn::GetAtt') {
    const [id, attribute] = argument as [string, string];
    return `${nameOf(id)}.${attribute}`;
  }
  if (name === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(textOf).join(separator);
  }
  return JSON.stringify(value);
}
