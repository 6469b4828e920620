import { globSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { officeFormats } from '#lib/engines/office/formats.ts';
import { checkEdits } from './check-edits.ts';
import { checkExports, checkOffice } from './check-office.ts';
import { checkPdf } from './check-pdf.ts';
import { CorpusClient, type Finding } from './corpus-client.ts';
import { openReaders } from './edits/readers.ts';
import { pdfConversions, pdfEndpoints } from './pdf-service.ts';
import { PdfTable } from './pdf-table.ts';

/**
 * Sends all PDFs and office documents below a folder through the service and checks the results. Prints each
 * file that did not end as it should, with a line for each fault; exits 1 when one failed by a fault of the service or
 * lost something.
 */
const usage = `npm run suite -- corpus DIR [--reference soffice] [--all] [--direct] [--edits] [--exports] [--part n/m]

--reference  compares office conversions with those of another LibreOffice
--all        prints a line for every file
--direct     PDFs only, through the conversions without the service round them
--edits      PDFs only, edited and inspected instead of merged and split
--exports    office documents only, to the other formats than PDF
--part n/m   every m-th file, beginning with the n-th

PDFs are judged by qpdf and poppler, edits also by MuPDF, pdf.js and PDFium: qpdf, poppler-utils and, for edits,
mupdf-tools must be installed.`;

const { values, positionals } = parseArgs({
  options: {
    reference: { type: 'string' },
    all: { type: 'boolean' },
    direct: { type: 'boolean' },
    edits: { type: 'boolean' },
    exports: { type: 'boolean' },
    part: { type: 'string' },
  },
  allowPositionals: true,
});
const [folder] = positionals;
const [part = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number);
if (!folder) {
  console.error(usage);
  process.exit(2);
}

const client = values.direct ? undefined : await CorpusClient.start();
const service = client ? pdfEndpoints(client) : pdfConversions;
const opened = values.edits ? await openReaders() : undefined;
const counts = { correct: 0, rejected: 0, wrong: 0 };
const table = new PdfTable();

const extensions = ['dot', ...officeFormats.map(({ name }) => name)];
const pdfOnly = client === undefined || values.edits === true;
const found = pdfOnly ? ['pdf'] : values.exports ? extensions : ['pdf', ...extensions];
const pattern = found.length === 1 ? '**/*.pdf' : `**/*.{${found.join(',')}}`;
const files = globSync(pattern, { cwd: folder }).sort();
for (const file of files.filter((_, index) => index % parts === part - 1)) {
  const path = join(folder, file);
  const { rejected, faults, note } = await (extname(file) === '.pdf'
    ? checkedPdf(path)
    : checkedOffice(path));
  const outcome = faults !== undefined ? 'wrong' : rejected !== undefined ? 'rejected' : 'correct';
  counts[outcome] += 1;
  if (outcome === 'correct' && !values.all) continue;
  for (const line of faults ?? [rejected ?? note ?? '']) console.log(`${outcome.padEnd(8)} ${file}  ${line}`);
}
table.print();
console.log(`${counts.correct} correct, ${counts.rejected} rejected with a reason, ${counts.wrong} wrong`);
opened?.close();
await client?.stop();
process.exit(counts.wrong > 0 ? 1 : 0);

async function checkedOffice(path: string): Promise<Finding> {
  if (!client) return {};
  const checked = values.exports ? checkExports(client, path) : checkOffice(client, path, values.reference);
  return checked.catch((error: unknown) => ({ faults: [String(error)] }));
}

async function checkedPdf(path: string): Promise<Finding> {
  if (opened) return table.add(await checkEdits(path, { service, readers: opened.readers }));
  const finding = await checkPdf(service, path);
  if (finding.deviations.length > 0) console.log(`deviates ${path}  ${finding.deviations.join('; ')}`);
  return table.add(finding);
}
