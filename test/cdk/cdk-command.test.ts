import { expect, it } from 'vitest';
import { neededLayers } from '../../cdk/cdk-command.ts';
import { layers } from '../../layers/recipes.ts';

const all = layers.map(({ name }) => name);
const allBut = (...names: string[]): string[] => all.filter((name) => !names.includes(name));

it.each<[string, string[], Record<string, unknown>, string[]]>([
  ['all layers', ['deploy', '--require-approval', 'never'], {}, all],
  [
    'none that an argument leaves out',
    ['deploy', '-c', 'withoutLayers=chromium,fonts'],
    {},
    allBut('chromium', 'fonts'),
  ],
  [
    'none that a long argument leaves out',
    ['synth', '--context=withoutLayers=fonts', '--quiet'],
    {},
    allBut('fonts'),
  ],
  ['none that cdk.json leaves out', ['deploy'], { withoutLayers: 'libreoffice' }, allBut('libreoffice')],
  ['no layer', ['deploy', '-c', 'withoutLayers=true', '-c', 'tags=A=b'], {}, []],
  ['those that an argument includes again', ['deploy', '-c', 'withoutLayers='], { withoutLayers: true }, all],
])('a command of the CDK builds %s', (_, args, context, expected) => {
  expect(neededLayers(args, context)).toEqual(expected);
});
