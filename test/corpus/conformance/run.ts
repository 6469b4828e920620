import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CorpusClient } from '../corpus-client.ts';
import { judge } from './judge.ts';
import { allSections, readOptions, type SuiteOptions } from './options.ts';
import type { ConformanceRequest, Section } from './section.ts';
import { type Outcome, Tally, type TallyEntry } from './tally.ts';
import { veraPdfLayer } from './verapdf-layer.ts';
import { veraPdfProgram } from './verapdf-program.ts';
import { writeDocs } from './write-docs.ts';

/**
 * Converts documents to PDF/A and PDF/UA through the service and validates the results by veraPDF, apart from the service's own
 * validation. Prints what is not valid, and a table in Markdown. Exits 1 when a result declares a standard and fails it, does not declare what was
 * requested, or the service is at fault.
 */
const options = readOptions();
const { outcomesFile, veraPdf } = options;
const tally = new Tally(allSections.map(({ title }) => title));
if (outcomesFile !== undefined && existsSync(outcomesFile)) {
  const lines = readFileSync(outcomesFile, 'utf8').split('\n').filter(Boolean);
  for (const line of lines) tally.add(JSON.parse(line) as TallyEntry);
}
const validator = veraPdf === undefined ? veraPdfLayer() : veraPdfProgram(veraPdf);
if (options.sections.length > 0) await measure(options);
await validator.close();
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};
const figures = `${tally.table()}\n\nVersion ${version}, validated by ${validator.name}.`;
console.log(`\n${figures}`);
if (options.writesDocs) await writeDocs(figures);
process.exit(tally.faults > 0 ? 1 : 0);

async function measure({
  sections,
  flavours: wanted,
  part,
  isAgain,
  isVerbose,
}: SuiteOptions): Promise<void> {
  const client = await CorpusClient.start();
  for (const { section, folders } of sections) {
    const flavours = section.flavours.filter((flavour) => wanted?.includes(flavour) ?? true);
    const entryOf = ({ flavour, name }: ConformanceRequest, outcome: Outcome): TallyEntry => ({
      section: section.title,
      flavour,
      name,
      outcome,
    });
    const requests = selected(section.requests({ folders, flavours, validator }), {
      ...part,
      isWanted: (request) => !isAgain || !tally.has(entryOf(request, 'valid')),
    });
    for await (const { request, outcome, reason } of judge(requests, { client, validator })) {
      const entry = entryOf(request, outcome);
      const { flavour, name } = request;
      tally.add(entry);
      if (outcomesFile !== undefined) appendFileSync(outcomesFile, `${JSON.stringify(entry)}\n`);
      if (outcome === 'valid' && !isVerbose) continue;
      console.log(`${outcome.padEnd(10)} ${flavour.padEnd(3)} ${name}  ${reason}`);
    }
  }
  await client.stop();
}

/** Every `count`-th request, beginning with the one at `index`, which counts from 1, if it is wanted. */
async function* selected(
  requests: ReturnType<Section['requests']>,
  { index, count, isWanted }: SuiteOptions['part'] & { isWanted: (request: ConformanceRequest) => boolean },
): AsyncIterable<ConformanceRequest> {
  let at = 0;
  for await (const request of requests) if (at++ % count === index - 1 && isWanted(request)) yield request;
}
