import { expect, it } from 'vitest';
import { retainedTables, retainedTablesText } from '../../cdk/retained-tables.ts';
import { stackName } from '../../cdk/project.ts';
import { nameOf, template } from '../support/template.ts';

it('names each table that the stack retains, and no other', () => {
  const tables = template.findResources('AWS::DynamoDB::Table', { DeletionPolicy: 'Retain' });
  const names = Object.keys(tables).map((id) => `${stackName}-${nameOf(id)}`);
  expect([...retainedTables].sort()).toEqual(names.sort());
  for (const name of names) expect(retainedTablesText).toContain(name);
});
