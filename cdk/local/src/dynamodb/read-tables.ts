import type { Table } from './server.ts';
import type { Evaluator } from '../template/evaluator.ts';
import type { Properties } from '../template/properties.ts';

/** Reads the template's `AWS::DynamoDB::Table`s. */
export function readTables(evaluator: Evaluator): Table[] {
  return evaluator.resources('AWS::DynamoDB::Table').map((logicalId) => {
    const properties = evaluator.properties(logicalId);
    // Capacity is not limited here, and the files are the developer's own.
    properties.ignore('BillingMode', 'ContributorInsightsSpecification', 'DeletionProtectionEnabled');
    properties.ignore('OnDemandThroughput', 'PointInTimeRecoverySpecification', 'ProvisionedThroughput');
    properties.ignore(
      'ResourcePolicy',
      'SSESpecification',
      'TableClass',
      'TableName',
      'Tags',
      'WarmThroughput',
    );
    const indexes = properties.objects('GlobalSecondaryIndexes').map((index) => {
      index.ignore(
        'ContributorInsightsSpecification',
        'OnDemandThroughput',
        'ProvisionedThroughput',
        'WarmThroughput',
      );
      return {
        IndexName: index.requiredString('IndexName'),
        KeySchema: keySchema(index),
        Projection: projection(index),
      };
    });
    const timeToLive = properties.object('TimeToLiveSpecification');
    const ttlAttribute = timeToLive?.string('AttributeName');
    const table: Table = {
      name: evaluator.idOf(logicalId),
      keySchema: keySchema(properties),
      attributeDefinitions: properties.objects('AttributeDefinitions').map((attribute) => ({
        AttributeName: attribute.requiredString('AttributeName'),
        AttributeType: oneOf(attribute, 'AttributeType', ['S', 'N', 'B']),
      })),
      ...(indexes.length > 0 && { globalSecondaryIndexes: indexes }),
      ...(timeToLive?.boolean('Enabled', false) && ttlAttribute !== undefined && { ttlAttribute }),
    };
    properties.end();
    return table;
  });
}

function keySchema(properties: Properties): Table['keySchema'] {
  return properties.objects('KeySchema').map((key) => ({
    AttributeName: key.requiredString('AttributeName'),
    KeyType: oneOf(key, 'KeyType', ['HASH', 'RANGE']),
  }));
}

function projection(index: Properties) {
  const properties = index.object('Projection');
  if (!properties) throw index.errorOf('Projection', 'is missing');
  const ProjectionType = oneOf(properties, 'ProjectionType', ['ALL', 'KEYS_ONLY', 'INCLUDE']);
  const NonKeyAttributes = properties.strings('NonKeyAttributes');
  return { ProjectionType, ...(NonKeyAttributes.length > 0 && { NonKeyAttributes }) };
}

function oneOf<const T extends string>(properties: Properties, name: string, values: readonly T[]): T {
  const value = properties.requiredString(name);
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw properties.errorOf(name, `is ${value}, not one of ${values.join(', ')}`);
  return found;
}
