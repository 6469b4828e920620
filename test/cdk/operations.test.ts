import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contracts } from '#lib/api/contracts.ts';
import { conversionMetricSets, conversionResults } from '#lib/base/observability/conversion-metrics.ts';
import { projectRoot } from '../../cdk/project.ts';
import { settingNames } from '../../cdk/settings.ts';
import { resourcesOf, template } from '../support/template.ts';

const text = readFileSync(join(projectRoot, 'OPERATIONS.md'), 'utf8');

/** The section below a heading, up to the next one of the same or a higher level. */
function sectionOf(heading: string): string | undefined {
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) return undefined;
  const level = heading.indexOf(' ');
  const end = lines.findIndex(
    (line, index) => index > start && /^#+ /.test(line) && line.indexOf(' ') <= level,
  );
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

/** The first cells of the tables in a section. */
const rowsOf = (heading: string): string[] =>
  [...(sectionOf(heading) ?? '').matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

describe('OPERATIONS.md', () => {
  const alarms = [...resourcesOf('AWS::CloudWatch::Alarm')].map(([name, { Properties }]) => ({
    name: name.replace(/^Monitoring/, ''),
    description: Properties['AlarmDescription'],
  }));

  it('describes each alarm, and no other, with its meaning and remedy', () => {
    const headings = [...(sectionOf('## Alarms') ?? '').matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect(headings.sort()).toEqual(alarms.map(({ name }) => name).sort());
    for (const { name, description } of alarms) {
      expect(sectionOf(`### ${name}`)?.trim().length).toBeGreaterThan(80);
      expect(description).toContain(`OPERATIONS.md, ${name}.`);
    }
  });

  it('describes each setting and parameter of the stack, and no other', () => {
    const parameters = Object.keys(template.toJSON()['Parameters'] as object).filter(
      (name) => name !== 'BootstrapVersion',
    );
    expect(rowsOf('## Configure').sort()).toEqual([...settingNames, ...parameters].sort());
  });

  it('names each metric that the functions publish', () => {
    const made = conversionMetricSets.flatMap(({ metrics }) => Object.keys(metrics));
    expect(rowsOf('### Metrics').sort()).toEqual(made.sort());
  });

  it('states how many metrics exist at most', () => {
    const conversions = contracts.filter(({ metered }) => metered).length;
    const values: Record<string, number> = { conversion: conversions, result: conversionResults.length };
    const metrics = conversionMetricSets.map(
      (set) =>
        Object.keys(set.metrics).length *
        set.dimensions.reduce((product, name) => product * (values[name] ?? NaN), 1),
    );
    expect(text).toContain(`At most ${metrics.reduce((sum, count) => sum + count)} metrics exist`);
  });

  it('has no broken link to a heading', () => {
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor);
  });
});
