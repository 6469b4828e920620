import { lexer } from 'marked';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '#lib/base/app-error.ts';
import { problemTable } from '#lib/api/problem.ts';
import { headingAnchors, headingsOf } from '../../../cdk/docs/anchors.ts';
import { projectRoot } from '../../../cdk/project.ts';

const guide = lexer(readFileSync(join(projectRoot, 'docs', 'errors.md'), 'utf8'));
const headings = headingsOf(guide);
const anchors = headingAnchors(headings);

/** The first paragraph of each section of level 3, by its anchor. */
const sections = new Map(
  headings
    .filter(({ depth }) => depth === 3)
    .map((heading) => {
      const paragraph = guide.slice(guide.indexOf(heading)).find(({ type }) => type === 'paragraph');
      return [anchors.get(heading), paragraph?.raw.replaceAll('\n', ' ') ?? ''];
    }),
);

describe('the guide to errors', () => {
  it('has a section for each error code, and no others', () => {
    expect([...sections.keys()].sort()).toEqual([...errorCodes].sort());
  });

  it.each(errorCodes)('states the status of %s and whether it is retryable', (code) => {
    const { status, retryable } = problemTable[code];
    const form = /^(?:Status (\d{3})|Error of a job)(, retryable|, or the error of a job)?\. /;
    const match = form.exec(sections.get(code) ?? '');
    expect(match).not.toBeNull();
    expect(match?.[1] ?? '400').toBe(String(status));
    expect(match?.[2] === ', retryable').toBe(retryable);
  });
});
