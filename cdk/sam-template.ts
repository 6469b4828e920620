import { readFileSync, writeFileSync } from 'node:fs';
import { readStackFunctions } from 'local-stack';

export interface SamTemplateOptions {
  /** The output of `cdk synth`. The assets are in the same folder. */
  templateFile: string;
  /** The file to write. It must be in the same folder, since the paths of assets are relative. */
  samTemplateFile: string;
  parameters: Record<string, string>;
  /** Variables that are added to each function: the endpoints of the stores for containers. */
  environment: Readonly<Record<string, string>>;
  /** Returns the URL of a service of the local run for containers. */
  endpoint: (service: string) => string;
}

/**
 * Adapts the template for SAM CLI, which resolves a `Ref` to the logical id, ignores variables in `--env-vars` that the
 * template does not define, and reads binary media types only from methods.
 */
export async function writeSamTemplate(options: SamTemplateOptions): Promise<void> {
  const { templateFile, samTemplateFile, environment, parameters, endpoint } = options;
  const functions = await readStackFunctions(templateFile, { parameters, endpoint });
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
