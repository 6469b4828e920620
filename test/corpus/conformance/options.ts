import { parseArgs } from 'node:util';
import { type ConformanceFlavour, conformanceFlavours } from '#lib/base/conformance.ts';
import { existing } from './existing.ts';
import { html, htmlWithDecoration } from './html.ts';
import { kept } from './kept.ts';
import { office, officeWithDecoration, officeWithStatements } from './office.ts';
import type { Section } from './section.ts';

const usage = `npm run suite -- corpus:conformance [--html] [--office DIR]... [--existing DIR]... [--kept DIR]...

--html             pages, Markdown and mails of test/corpus/conformance/pages
--office DIR       office documents below a folder
--existing DIR     PDFs below a folder
--kept DIR         splits and merges of the valid PDFs below a folder
--flavours 1b,ua1  only these standards
--verapdf PROGRAM  another veraPDF than that of the layer, with arguments: "verapdf --format text"
--part n/m         every m-th request, beginning with the n-th
--all              prints a line for each request
--outcomes FILE    adds the outcomes to those in a file. The table has all of them
--again            only requests that are not valid in that file, or that it does not have
--write-docs       puts the table into docs/archival.md`;

/** By their options. */
const sections = {
  html: [html, htmlWithDecoration],
  office: [office, officeWithDecoration, officeWithStatements],
  existing: [existing],
  kept: [kept],
} satisfies Record<string, readonly Section[]>;

/** In the order of the table. */
export const allSections: readonly Section[] = Object.values(sections).flat();

export interface SuiteOptions {
  /** With the folders of their inputs. */
  sections: { section: Section; folders: readonly string[] }[];
  /** Undefined for those of each section. */
  flavours: readonly ConformanceFlavour[] | undefined;
  /** A command. Undefined for the layer's. */
  veraPdf: string | undefined;
  part: { index: number; count: number };
  isVerbose: boolean;
  outcomesFile: string | undefined;
  /** Whether valid requests of the file are left out. */
  isAgain: boolean;
  writesDocs: boolean;
}

/** The options of the command line. Exits with the usage if they name nothing to do. */
export function readOptions(): SuiteOptions {
  const { values } = parseArgs({
    options: {
      html: { type: 'boolean' },
      office: { type: 'string', multiple: true },
      existing: { type: 'string', multiple: true },
      kept: { type: 'string', multiple: true },
      flavours: { type: 'string' },
      verapdf: { type: 'string' },
      part: { type: 'string', default: '1/1' },
      all: { type: 'boolean', default: false },
      outcomes: { type: 'string' },
      again: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
    },
  });
  const wanted = (Object.keys(sections) as (keyof typeof sections)[]).flatMap((name) => {
    const given = values[name];
    if (given === undefined) return [];
    const folders = Array.isArray(given) ? given : [];
    return sections[name].map((section) => ({ section, folders }));
  });
  if (wanted.length === 0 && values.outcomes === undefined) fail(usage);
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(values.part)?.map(Number) ?? fail(usage);
  return {
    sections: wanted,
    flavours: values.flavours?.split(',').map(flavourOf),
    veraPdf: values.verapdf,
    part: { index: index ?? 1, count: count ?? 1 },
    isVerbose: values.all,
    outcomesFile: values.outcomes,
    isAgain: values.again,
    writesDocs: values['write-docs'],
  };
}

const flavourOf = (text: string): ConformanceFlavour =>
  conformanceFlavours.find((known) => known === text) ??
  fail(`${text} is none of ${conformanceFlavours.join(', ')}`);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
