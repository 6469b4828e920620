import { readFileSync, writeFileSync } from 'node:fs';
import { Assets } from './local/template/assets.ts';
import { Evaluator } from './local/template/evaluator.ts';
import { readFunctions } from './local/template/functions.ts';
import { parameterValues } from './local/template/parameters.ts';
import { readTemplate } from './local/template/template.ts';

export interface SamTemplateOptions {
  /** What `cdk synth` wrote; the assets lie beside it. */
  templateFile: string;
  /** Where to write; beside the other, since paths of assets are relative. */
  samTemplateFile: string;
  parameters: Record<string, string>;
  /** Variables that every function gets besides its own: where containers find the stores. */
  environment: Readonly<Record<string, string>>;
  /** The address of a queue of the local run, as containers reach it. */
  queueUrl: (name: string) => string;
}

/**
 * Writes the template with what SAM CLI needs besides. It evaluates a `Ref` to the logical id, its `--env-vars` sets no
 * variable that a template does not have, and it finds the binary media types of an API at its methods alone.
 */
export async function writeSamTemplate(options: SamTemplateOptions): Promise<void> {
  const { templateFile, samTemplateFile, environment, queueUrl } = options;
  const template = await readTemplate(templateFile);
  const values = parameterValues(template, options.parameters);
  const evaluator = new Evaluator(template, values, { queueUrl, apiUrl: 'http://127.0.0.1' });
  const functions = readFunctions(evaluator, await Assets.beside(templateFile));
  const written = JSON.parse(readFileSync(templateFile, 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  };
  for (const { logicalId, environment: own } of functions) {
    const { Properties: properties } = written.Resources[logicalId] ?? {};
    if (properties) properties['Environment'] = { Variables: { ...own, ...environment } };
  }
  for (const { Type, Properties: properties } of Object.values(written.Resources)) {
    if (Type !== 'AWS::ApiGateway::Method') continue;
    const integration = properties['Integration'] as object;
    properties['Integration'] = { ...integration, ContentHandling: 'CONVERT_TO_BINARY', ContentType: '*/*' };
  }
  writeFileSync(samTemplateFile, JSON.stringify(written, null, 1));
}
