import { parseArgs } from 'node:util';
import type { Peers } from './contestants/gather.ts';
import { efforts } from './compare/effort.ts';
import { type Operation, operations, type Size, sizes } from './tasks/task.ts';

const usage = `Measures this service in a local run next to what one could use in its place: the same inputs, in one run, in turn.

  npm run bench [-- --quick] [--only merge,docx] [--sizes small] [--parts rows,starts,cost] [--scaling]
                [--json FILE] [--write-docs]
                [--gotenberg PROGRAM] [--soffice PROGRAM] [--unoserver PROGRAM] [--pdfbox JAR]
                [--verapdf PROGRAM]
  npm run bench -- --from FILE --write-docs

--quick       a third of the time for each figure, no large inputs, and fewer parts, for a look
--only        operations that begin so: merge, split, stamp, rotate, flatten, encrypt, compress, linearize,
              archive, fill, pdf, thumbnail, inspect, validate, markdown, html, docx, xlsx, pptx, office, images
--sizes       small, medium, large; all if absent, and small and medium with --quick
--parts       rows (the comparison), starts (of each function), first-page (where the time of a
              page goes that starts all functions), cost (of 1,000 conversions), scaling, capacity (which limit breaks first, and a
              load run that checks the prediction); rows, starts and cost if absent, with --quick rows and cost
--scaling     how cost grows with pages, files and rows, and nothing else: --parts scaling
--json        writes all figures there
--from        takes the figures of an earlier --json in place of measuring
--write-docs  puts the figures into BENCHMARKS.md and test/reports

Other programs are taken from the PATH unless they are named; BENCHMARKS.md describes how to install them. Prints; asserts nothing,
since machines differ.`;

export const partNames = ['rows', 'starts', 'first-page', 'cost', 'scaling', 'capacity'] as const;
export type Part = (typeof partNames)[number];

export interface BenchOptions {
  quick: boolean;
  operations: Operation[];
  sizes: readonly Size[];
  parts: ReadonlySet<Part>;
  json: string | undefined;
  from: string | undefined;
  writeDocs: boolean;
  peers: Peers;
}

/** @returns undefined after printing the help */
export function readOptions(): BenchOptions | undefined {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      sizes: { type: 'string' },
      parts: { type: 'string' },
      scaling: { type: 'boolean', default: false },
      json: { type: 'string' },
      from: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
      gotenberg: { type: 'string', default: 'gotenberg' },
      soffice: { type: 'string', default: 'soffice' },
      unoserver: { type: 'string', default: 'unoserver' },
      pdfbox: { type: 'string' },
      verapdf: { type: 'string', default: 'verapdf --format text' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    return undefined;
  }
  const { quick, json, from, gotenberg, soffice, unoserver, pdfbox, verapdf } = values;
  const only = values.only.split(',');
  const parts = values.parts ?? (quick ? 'rows,cost' : 'rows,starts,cost');
  return {
    quick,
    operations: operations.filter((operation) => only.some((name) => operation.startsWith(name))),
    sizes:
      values.sizes === undefined
        ? efforts[quick ? 'quick' : 'full'].sizes
        : values.sizes.split(',').map((name) => oneOf('size', sizes, name)),
    parts: new Set(
      values.scaling
        ? (['scaling'] as const)
        : parts.split(',').map((name) => oneOf('part', partNames, name)),
    ),
    json,
    from,
    writeDocs: values['write-docs'],
    peers: { gotenberg, soffice, unoserver, pdfbox, verapdf },
  };
}

function oneOf<Name extends string>(what: string, names: readonly Name[], name: string): Name {
  const found = names.find((each) => each === name);
  if (found === undefined) throw new Error(`There is no ${what} ${name}; there are ${names.join(', ')}.`);
  return found;
}
