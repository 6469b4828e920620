import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ConformanceFlavour, conformanceFlavours } from '#lib/base/conformance.ts';
import { CorpusClient } from '../corpus-client.ts';
import { existing } from './existing.ts';
import { judge } from './judge.ts';
import { html } from './html.ts';
import { kept } from './kept.ts';
import { office, officeInLanguage } from './office.ts';
import type { Section } from './section.ts';
import { Tally } from './tally.ts';
import { veraPdfLayer } from './verapdf-layer.ts';
import { veraPdfProgram } from './verapdf-program.ts';

/**
 * Converts documents to PDF/A and PDF/UA through the service and validates the results by veraPDF, apart from the service's own
 * validation. Prints what is not valid, and a table in Markdown. Exits 1 when a result declares a standard and fails it, does not declare what was
 * requested, or the service is at fault.
 */
const usage = `npm run suite -- corpus:conformance [--html] [--office DIR]... [--existing DIR]... [--kept DIR]...

--html             pages, Markdown and mails of test/corpus/conformance/pages
--office DIR       office documents below a folder
--existing DIR     PDFs below a folder
--kept DIR         splits and merges of the valid PDFs below a folder
--flavours 1b,ua1  only these standards
--verapdf PROGRAM  another veraPDF than that of the layer, with arguments: "verapdf --format text"
--part n/m         every m-th request, beginning with the n-th
--all              prints a line for each request`;

/** By their options. */
const sections = {
  html: [html],
  office: [office, officeInLanguage],
  existing: [existing],
  kept: [kept],
} satisfies Record<string, readonly Section[]>;

const { values } = parseArgs({
  options: {
    html: { type: 'boolean' },
    office: { type: 'string', multiple: true },
    existing: { type: 'string', multiple: true },
    kept: { type: 'string', multiple: true },
    flavours: { type: 'string' },
    verapdf: { type: 'string' },
    part: { type: 'string' },
    all: { type: 'boolean' },
  },
});
const wanted = (Object.keys(sections) as (keyof typeof sections)[]).filter(
  (name) => values[name] !== undefined,
);
if (wanted.length === 0) {
  console.error(usage);
  process.exit(2);
}

const flavours = values.flavours?.split(',').map(flavourOf);
const [part = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number);
const validator = values.verapdf === undefined ? veraPdfLayer() : veraPdfProgram(values.verapdf);
const client = await CorpusClient.start();
const tally = new Tally();
for (const name of wanted) {
  const given = values[name];
  const folders = Array.isArray(given) ? given : [];
  for (const section of sections[name] as readonly Section[]) await measure(section, folders);
}
await validator.close();
await client.stop();
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};
console.log(`\n${tally.table()}\n\nVersion ${version}; validated by ${validator.name}.`);
process.exit(tally.faults > 0 ? 1 : 0);

async function measure(section: Section, folders: readonly string[]): Promise<void> {
  const asked = flavours
    ? section.flavours.filter((flavour) => flavours.includes(flavour))
    : section.flavours;
  const requests = partOf(section.requests(folders, asked));
  for await (const { request, outcome, reason } of judge(requests, { client, validator })) {
    tally.add(section.title, request.flavour, outcome);
    if (outcome === 'valid' && !values.all) continue;
    console.log(`${outcome.padEnd(10)} ${request.flavour.padEnd(3)} ${request.name}  ${reason}`);
  }
}

function flavourOf(text: string): ConformanceFlavour {
  const flavour = conformanceFlavours.find((known) => known === text);
  if (flavour) return flavour;
  console.error(`${text} is none of ${conformanceFlavours.join(', ')}`);
  process.exit(2);
}

async function* partOf<T>(items: Iterable<T> | AsyncIterable<T>): AsyncIterable<T> {
  let index = 0;
  for await (const item of items) if (index++ % parts === part - 1) yield item;
}
