import { type FunctionDefinition, readFunctions } from './lambda/read-functions.ts';
import type { StackTemplate } from './plugin.ts';
import { resourceTypes } from './plugins.ts';
import { Assets } from './template/assets.ts';
import { Evaluator } from './template/evaluator.ts';
import { parameterValues } from './template/parameters.ts';
import { readTemplate } from './template/template.ts';

/** The address of a service of the local run. */
export type EndpointOf = (service: string) => string;

/**
 * Reads a synthesized template and the folders of its assets.
 *
 * @returns the template with the values that it has at given addresses
 * @throws {TemplateError} if it is no template, or a parameter has no or no valid value
 */
export async function readStack(
  templateFile: string,
  parameters: Record<string, string> = {},
): Promise<(endpoint: EndpointOf) => StackTemplate> {
  const template = await readTemplate(templateFile);
  const values = parameterValues(template, parameters);
  const assets = await Assets.beside(templateFile);
  return (endpoint) => ({ evaluator: new Evaluator(template, values, { resourceTypes, endpoint }), assets });
}

/** The functions of a synthesized template, with the variables that they have at given addresses. */
export async function readStackFunctions(
  templateFile: string,
  {
    parameters,
    endpoint = () => 'http://127.0.0.1',
  }: { parameters?: Record<string, string>; endpoint?: EndpointOf } = {},
): Promise<FunctionDefinition[]> {
  const template = (await readStack(templateFile, parameters))(endpoint);
  return readFunctions(template.evaluator, template.assets);
}
