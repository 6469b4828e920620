import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { pageRangesPattern } from '#lib/api/fields/page-ranges-field.ts';
import { lengthPattern } from '#lib/api/fields/lengths.ts';
import { projectRoot } from '../../cdk/project.ts';
import { expressionsIn, sourcesIn, type WrittenExpression } from '../support/regular-expressions.ts';

/**
 * Holds every regular expression linear in the length of its input. recheck decides that by the automaton of the
 * expression, or by a search for attack strings where there is none (look-around, back-references). It also counts
 * the positions at which a search can begin: `/\s+$/` is quadratic.
 */

const folders = ['lib', 'functions', 'cdk'];
const minutes = 60_000;

/**
 * Expressions that are made while the program runs, by file: what they can become. One with a text of a client's in it
 * must not be added.
 */
const madeExpressions: Readonly<Record<string, readonly string[]>> = {
  'cdk/local/src/apigateway/control-plane/server.ts': [String.raw`^/apikeys/(?<id>[^/]+)$`],
  // Patterns of the template, for what the gateway matches whole.
  'cdk/local/src/apigateway/gateway/mock-integration.ts': [String.raw`^(?:\d{3})$`],
  'cdk/local/src/apigateway/gateway/read-rest-api.ts': [String.raw`^(?:Bearer \S+)$`],
  'cdk/local/src/apigateway/gateway/substitution.ts': [
    String.raw`\$(?:\{((?:context|stageVariables)(?:\.\w+)+|method\.request\.(?:header|querystring|path)\.[\w-]+)\}|((?:context|stageVariables)(?:\.\w+)+|method\.request\.(?:header|querystring|path)\.[\w-]+))`,
  ],
  'cdk/local/src/lambda/process-tree.ts': [String.raw`^VmRSS:\s+(\d+) kB$`],
  'cdk/local/src/s3/body/read-xml.ts': [String.raw`^<Delete[\s>]`],
  'cdk/local/src/s3/xml.ts': [String.raw`<Part(?=[\s>])`, String.raw`</Part\s*>`],
  'cdk/local/src/template/parameters.ts': [String.raw`^(?:[a-z0-9.-]*)$`],
  'functions/docs/console/file-types.ts': [
    String.raw`\.((?:doc|dot|xls|xlt|ppt|pot|pps)[xm]?|xlsb|f?od[tspg]|ot[tspg]|rtf|txt|csv|tsv)$`,
  ],
  'lib/engines/fonts/shaping/scripts.ts': [String.raw`^\p{Script=Latn}`],
  'lib/engines/html/chromium/process-group.ts': [String.raw`^VmRSS:\s+(\d+) kB`],
  'lib/api/fields/lengths.ts': [lengthPattern],
};

/** By steps alone: a busy machine must not change what is found. */
const limitsOfCheck = { timeout: null, incubationTimeout: null, attackTimeout: null };

/** The fault of an expression; undefined when it is linear. */
async function superLinear({ place, source, flags }: WrittenExpression): Promise<string | undefined> {
  const result = await check(source, flags, limitsOfCheck);
  if (result.status === 'safe') return undefined;
  const reason =
    result.status === 'vulnerable'
      ? `${result.complexity.summary}, for instance over ${result.attack.pattern}`
      : `not decided: ${result.error.kind}`;
  return `${place}: /${source}/${flags} is ${reason}`;
}

async function superLinearOnes(expressions: readonly WrittenExpression[]): Promise<string[]> {
  const unique = new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one]));
  const found: string[] = [];
  for (const expression of unique.values()) {
    const reason = await superLinear(expression);
    if (reason !== undefined) found.push(reason);
  }
  return found;
}

describe('regular expressions are linear', () => {
  it.each(folders)(
    'in %s',
    async (folder) => {
      const literals = sourcesIn(projectRoot, folder).flatMap(
        (file) => expressionsIn(projectRoot, file).literals,
      );
      expect(literals.length).toBeGreaterThan(10);
      expect(await superLinearOnes(literals)).toEqual([]);
    },
    10 * minutes,
  );

  it(
    'when they are created at run time',
    async () => {
      const made = folders
        .flatMap((folder) => sourcesIn(projectRoot, folder))
        .flatMap((file) => expressionsIn(projectRoot, file).made.map(() => file));
      const listed = Object.entries(madeExpressions).flatMap(([file, sources]) => sources.map(() => file));
      expect(made.toSorted()).toEqual(listed.toSorted());
      const samples = Object.entries(madeExpressions).flatMap(([place, sources]) =>
        sources.map((source) => ({ place, source, flags: '' })),
      );
      expect(await superLinearOnes(samples)).toEqual([]);
    },
    10 * minutes,
  );

  it(
    'in the patterns of the OpenAPI description',
    async () => {
      const patterns = [
        pageRangesPattern({ fromEnd: true, most: 200 }),
        pageRangesPattern({ fromEnd: false }),
      ].map((source) => ({ place: 'pageRangesPattern', source, flags: '' }));
      expect(await superLinearOnes(patterns)).toEqual([]);
    },
    10 * minutes,
  );
});

/** What the check is for: expressions that held a function for half a minute, as they once stood here. */
const onceHere = [
  String.raw`const parameters = text.matchAll(/;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\["\\]|[^"])*)"|([^;]*))/g);`,
  String.raw`if (/^\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is.test(text)) return;`,
  String.raw`const match = /^(?<first>\d+)?(?<dash>-)?(?<last>\d+)?$/.exec(text);`,
  String.raw`const trimmed = text.replace(/\s+$/, '');`,
];

describe('the check', () => {
  it.each(onceHere)('reports %s', async (line) => {
    const { literals } = expressionsIn(projectRoot, 'lib/once.ts', line);
    expect(literals).toHaveLength(1);
    expect(await superLinearOnes(literals)).toEqual([
      expect.stringMatching(/^lib\/once\.ts:1: .* is (exponential|\d\w+ degree polynomial), for instance/),
    ]);
  });

  it('detects expressions that are created at run time', () => {
    const { made } = expressionsIn(
      projectRoot,
      'lib/once.ts',
      'const a = new RegExp(`^${b}`), c = RegExp(b);',
    );
    expect(made).toEqual(['lib/once.ts:1', 'lib/once.ts:1']);
  });
});
