import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { retainedTables, retainedTablesText } from '../../cdk/retained-tables.ts';
import { stackName } from '../../cdk/project.ts';
import { synthesizeStack } from '../support/synth.ts';

const template = Template.fromStack(synthesizeStack().stack);

it('names every table that the stack retains, and no other', () => {
  const tables = template.findResources('AWS::DynamoDB::Table', { DeletionPolicy: 'Retain' });
  const names = Object.keys(tables).map((id) => `${stackName}-${id.replace(/[0-9A-F]{8}$/, '')}`);
  expect([...retainedTables].sort()).toEqual(names.sort());
  for (const name of names) expect(retainedTablesText).toContain(name);
});
