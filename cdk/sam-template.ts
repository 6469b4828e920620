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
 * Writes the template with what SAM CLI needs besides. It evaluates a `Ref` to the logical id, its `--env-vars` sets no
 * variable that a template does not have, it finds the binary media types of an API at its methods alone, and it does not
 * stream responses.
 */
export async function writeSamTemplate(options: SamTemplateOptions): Promise<void> {
  const { templateFile, samTemplateFile, environment, parameters, endpoint } = options;
  const functions = await readStackFunctions(templateFile, { parameters, endpoint });
  const written = JSON.parse(readFileSync(templateFile, 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  };
  for (const { logicalId, memoryMegabytes, environment: own } of functions) {
    const { Properties: properties } = written.Resources[logicalId] ?? {};
    const variables = { ...own, ...environment, RESPONSE_TRANSFER_MODE: 'BUFFERED' };
    if (properties)
      Object.assign(properties, { MemorySize: memoryMegabytes, Environment: { Variables: variables } });
  }
  for (const { Type, Properties: properties } of Object.values(written.Resources)) {
    if (Type !== 'AWS::ApiGateway::Method') continue;
    const integration = buffered(properties['Integration'] as object);
    properties['Integration'] = { ...integration, ContentHandling: 'CONVERT_TO_BINARY', ContentType: '*/*' };
  }
  writeFileSync(samTemplateFile, JSON.stringify(written, null, 1));
}

/** The integration without response streaming, which SAM CLI does not have. */
function buffered(integration: object): object {
  const { ResponseTransferMode: _, ...rest } = JSON.parse(
    JSON.stringify(integration)
      .replaceAll('/2021-11-15/functions/', '/2015-03-31/functions/')
      .replaceAll('/response-streaming-invocations', '/invocations'),
  ) as Record<string, unknown>;
  return rest;
}
