import type { Assets } from '../template/assets.ts';
import type { Evaluator } from '../template/evaluator.ts';

/** An `AWS::Lambda::Function`. */
export interface FunctionDefinition {
  logicalId: string;
  name: string;
  arn: string;
  /** The unpacked code. */
  directory: string;
  /** For instance `index.handler`. */
  handler: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  ephemeralStorageMegabytes: number;
  environment: Record<string, string>;
  /** Undefined if the function shares the account's concurrency. */
  reservedConcurrency: number | undefined;
  logGroup: string;
  /** Folders that stand merged in `/opt`; later ones win. */
  layerDirectories: string[];
}

/**
 * Reads the template's functions, except those that only serve CloudFormation as providers of custom resources.
 *
 * @throws {TemplateError} if a function has another runtime than Node.js or a property that is not served.
 */
export function readFunctions(evaluator: Evaluator, assets: Assets): FunctionDefinition[] {
  const layers = readLayers(evaluator, assets);
  const providers = evaluator.customResourceProviders();
  const logicalIds = evaluator
    .resources('AWS::Lambda::Function')
    .filter((logicalId) => !providers.has(logicalId));
  return logicalIds.map((logicalId) => {
    const properties = evaluator.properties(logicalId);
    // Permissions, tracing and the processor's kind have no counterpart on this machine.
    properties.ignore('Architectures', 'Description', 'FunctionName', 'KmsKeyArn', 'RecursiveLoop', 'Role');
    properties.ignore('RuntimeManagementConfig', 'Tags', 'TracingConfig');
    const runtime = properties.requiredString('Runtime');
    if (!runtime.startsWith('nodejs'))
      throw properties.errorOf('Runtime', `is ${runtime}; only Node.js is served`);
    if (properties.string('PackageType', 'Zip') !== 'Zip')
      throw properties.errorOf('PackageType', 'is not Zip');
    const name = evaluator.idOf(logicalId);
    const logging = properties.object('LoggingConfig');
    logging?.ignore('ApplicationLogLevel', 'LogFormat', 'SystemLogLevel');
    const definition: FunctionDefinition = {
      logicalId,
      name,
      arn: evaluator.attributeOf(logicalId, 'Arn'),
      directory: assets.folder(properties.object('Code')),
      handler: properties.requiredString('Handler'),
      timeoutSeconds: properties.number('Timeout', 3),
      memoryMegabytes: properties.number('MemorySize', 128),
      ephemeralStorageMegabytes: properties.object('EphemeralStorage')?.number('Size') ?? 512,
      environment: properties.object('Environment')?.texts('Variables') ?? {},
      reservedConcurrency: properties.number('ReservedConcurrentExecutions'),
      logGroup: logging?.string('LogGroup') ?? `/aws/lambda/${name}`,
      layerDirectories: properties.strings('Layers').map((arn) => {
        const directory = layers.get(arn);
        if (directory === undefined)
          throw properties.errorOf('Layers', `names ${arn}, which this template does not hold`);
        return directory;
      }),
    };
    properties.end();
    return definition;
  });
}

/** Folders by the layer version's ARN. */
function readLayers(evaluator: Evaluator, assets: Assets): Map<string, string> {
  return new Map(
    evaluator.resources('AWS::Lambda::LayerVersion').map((logicalId) => {
      const properties = evaluator.properties(logicalId);
      properties.ignore(
        'CompatibleArchitectures',
        'CompatibleRuntimes',
        'Description',
        'LayerName',
        'LicenseInfo',
      );
      const directory = assets.folder(properties.object('Content'));
      properties.end();
      return [evaluator.idOf(logicalId), directory];
    }),
  );
}
