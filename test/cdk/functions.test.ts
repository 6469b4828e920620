import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, it } from 'vitest';
import { type FunctionOf, functionOf } from '#lib/api/contract.ts';
import { contracts, type RoutedContract, unlistedContracts } from '#lib/api/contracts.ts';
import { functionNames, functionTable } from '../../cdk/functions.ts';
import { projectRoot } from '../../cdk/project.ts';

const fileOf = (name: string) => join(projectRoot, 'functions', name, 'handler.ts');

it('each function of the table has a handler, and each handler has a row', () => {
  const handlers = readdirSync(join(projectRoot, 'functions')).filter((name) => existsSync(fileOf(name)));
  expect(functionNames.toSorted()).toEqual(handlers.toSorted());
});

it('the compiler checks that a function of the table serves each contract', () => {
  // If the type were `string`, the table could lack a row.
  expectTypeOf<string>().not.toExtend<FunctionOf<RoutedContract>>();
  const served = [...contracts, ...unlistedContracts].map(functionOf);
  expect(served.filter((name) => !(functionNames as string[]).includes(name))).toEqual([]);
});

it('the sources of additional entry points exist', () => {
  const files = functionNames.flatMap((name) => Object.values(functionTable[name].programs ?? {}));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
});

it('functions that start a thread have its program', () => {
  const starting = functionNames.map((name) => functionTable[name]).filter(({ thread }) => thread);
  expect(starting.length).toBeGreaterThan(0);
  for (const { thread, programs } of starting) expect(Object.keys(programs ?? {})).toContain(thread);
});

it('endpoints that return no files run no longer than API Gateway waits', () => {
  const endpoints = [...contracts, ...unlistedContracts].map((contract) => functionOf(contract));
  for (const name of functionNames) {
    const { timeout } = functionTable[name];
    if (endpoints.includes(name) && timeout !== 'response') expect(timeout).toBeLessThanOrEqual(29);
  }
});
