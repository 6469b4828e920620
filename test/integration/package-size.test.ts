import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { functionNames } from '../../cdk/bundle.ts';
import { bundleFolder } from '../../cdk/project.ts';
import { functionAllowance, unzippedLimit } from '../../layers/size-limit.ts';

/** Bytes that the deployed function has: its bundle without the source maps, which stay here. */
const deployedSize = (name: string): number =>
  readdirSync(join(bundleFolder, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.endsWith('.map'))
    .reduce((sum, file) => sum + statSync(join(bundleFolder, name, file)).size, 0);

it.each(functionNames())('%s leaves its layers the room that they count on', (name) => {
  expect(deployedSize(name)).toBeGreaterThan(0);
  expect(deployedSize(name)).toBeLessThan(functionAllowance);
  expect(functionAllowance).toBeLessThan(unzippedLimit);
});
