import { readFile } from 'node:fs/promises';
import { isObject } from '../is-object.ts';

/** A value as it stands in a template, before or after its intrinsic functions are evaluated. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

/** One entry of `Resources`. Policies, dependencies and metadata concern deployments only and are not read. */
export interface TemplateResource {
  Type: string;
  Properties?: JsonObject;
  Condition?: string;
}

/** One entry of `Parameters`. CloudFormation accepts numbers as strings everywhere. */
export interface TemplateParameter {
  Type: string;
  Default?: string | number;
  AllowedValues?: (string | number)[];
  AllowedPattern?: string;
  ConstraintDescription?: string;
  MinValue?: string | number;
  MaxValue?: string | number;
  MinLength?: string | number;
  MaxLength?: string | number;
}

/** A synthesized CloudFormation template. `Rules` and `Metadata` matter to deployments only and are not read. */
export interface Template {
  Parameters?: Record<string, TemplateParameter>;
  Mappings?: Record<string, Record<string, Record<string, Json>>>;
  Conditions?: Record<string, Json>;
  Resources: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: Json; Condition?: string }>;
}

/** The template asks for something that the local run does not serve, or contradicts itself. Names the place. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const sections = new Set([
  'AWSTemplateFormatVersion',
  'Description',
  'Metadata',
  'Parameters',
  'Rules',
  'Mappings',
  'Conditions',
  'Resources',
  'Outputs',
]);

/**
 * Reads a template in JSON, as `cdk synth` writes it.
 *
 * @throws {TemplateError} if the file is missing, is not JSON, or uses a section (such as `Transform`) that would
 *   change what the others mean.
 */
export async function readTemplate(file: string): Promise<Template> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new TemplateError(`Cannot read the template ${file}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return checkTemplate(parsed, file);
}

/** The checks of {@link readTemplate} for a template that is already in memory. */
export function checkTemplate(parsed: unknown, source: string): Template {
  if (!isObject(parsed) || !isObject(parsed['Resources'])) {
    throw new TemplateError(`${source} is not a CloudFormation template: it has no Resources.`);
  }
  for (const section of Object.keys(parsed)) {
    if (!sections.has(section))
      throw new TemplateError(`${source}: the section ${section} is not served locally.`);
  }
  for (const [logicalId, resource] of Object.entries(parsed['Resources'])) {
    if (!isObject(resource) || typeof resource['Type'] !== 'string') {
      throw new TemplateError(`${source}: the resource ${logicalId} has no Type.`);
    }
  }
  return parsed as unknown as Template;
}
