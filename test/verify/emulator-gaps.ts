import { inspect } from 'node:util';
import type { Checks } from './checks.ts';
import { type Emulator, unlisted } from './emulator.ts';
import type { TypeComparison } from './property-comparison.ts';

/**
 * Holds what came out against what the emulator is known to leave out. What it does not do is printed, so that nobody
 * takes it for checked; a gap that is no longer one has to leave the list.
 */
export async function checkGaps(
  { name, gaps }: Pick<Emulator, 'name' | 'gaps'>,
  comparisons: readonly TypeComparison[],
  checks: Checks,
): Promise<void> {
  for (const { type, resources, arrived, equal, different, unread } of comparisons) {
    const known = gaps[type] ?? [];
    const isAbsent = arrived < resources;
    if (arrived === 0 && known.includes(unlisted)) {
      checks.skip(`${type}: the stack of ${name} has none of ${resources}`);
      continue;
    }
    const what = `${type}: ${arrived} of ${resources} arrived${equal.length > 0 ? `, with ${equal.join(', ')}` : ''}`;
    await checks.that(what, () => {
      const lines: string[] = [];
      if (isAbsent && !known.includes(unlisted)) lines.push(`${resources - arrived} are not in the stack`);
      for (const [property, { resource, expected, found }] of different) {
        if (known.includes(property)) continue;
        lines.push(`${property} of ${resource} is ${shown(found)}\n  instead of ${shown(expected)}`);
      }
      for (const gap of known) {
        const isOpen = gap === unlisted ? isAbsent : different.has(gap);
        if (!isOpen) lines.push(`${name} keeps ${gap} by now: take it off the list of its gaps`);
      }
      if (lines.length > 0) throw new Error(lines.join('\n'));
    });
    for (const gap of known) checks.skip(`${type}: ${name} does not keep ${gap}`);
    if (arrived > 0 && unread.length > 0) console.log(`         not read back: ${unread.join(', ')}`);
  }
}

const shown = (value: unknown): string => inspect(value, { depth: 6, breakLength: 120 });
