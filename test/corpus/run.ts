import { globSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { officeFormats } from '#lib/engines/office/formats.ts';
import { checkExports, checkOffice } from './check-office.ts';
import { checkPdf, type PdfFinding } from './check-pdf.ts';
import { CorpusClient, type Finding } from './corpus-client.ts';
import { pdfConversions, pdfEndpoints } from './pdf-service.ts';

/**
 * Sends all PDFs and office documents below a folder through the service and checks the results. Prints each
 * file that did not end as it should; exits 1 when one failed by a fault of the service or lost something.
 */
const usage = `npm run suite -- corpus DIR [--reference soffice] [--all] [--direct] [--exports] [--part n/m]

--reference  compares office conversions with those of another LibreOffice
--all        prints a line for every file
--direct     PDFs only, through the conversions without the service round them
--exports    office documents only, to the other formats than PDF
--part n/m   every m-th file, beginning with the n-th

PDFs are judged by qpdf and poppler, which must be installed.`;

const { values, positionals } = parseArgs({
  options: {
    reference: { type: 'string' },
    all: { type: 'boolean' },
    direct: { type: 'boolean' },
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
const counts = { correct: 0, rejected: 0, wrong: 0 };
const table: Record<
  string,
  {
    files: number;
    right: number;
    rejected: number;
    'rejected, qpdf opens it': number;
    wrong: number;
    'size, of qpdf': string;
  }
> = {};
const sizes: Record<string, PdfFinding['sizes']> = {};

const extensions = ['pdf', 'dot', ...officeFormats.map(({ name }) => name)];
const found = values.exports ? extensions.slice(1) : extensions;
const pattern = client ? `**/*.{${found.join(',')}}` : '**/*.pdf';
const files = globSync(pattern, { cwd: folder }).sort();
for (const file of files.filter((_, index) => index % parts === part - 1)) {
  const path = join(folder, file);
  const { rejected, fault, note } = await (extname(file) === '.pdf' ? checkedPdf(path) : checkedOffice(path));
  const outcome = fault !== undefined ? 'wrong' : rejected !== undefined ? 'rejected' : 'correct';
  counts[outcome] += 1;
  if (outcome !== 'correct' || values.all) {
    console.log(`${outcome.padEnd(8)} ${file}  ${fault ?? rejected ?? note ?? ''}`);
  }
}
if (Object.keys(table).length > 0) console.table(table);
console.log(`${counts.correct} correct, ${counts.rejected} rejected with a reason, ${counts.wrong} wrong`);
await client?.stop();
process.exit(counts.wrong > 0 ? 1 : 0);

async function checkedOffice(path: string): Promise<Finding> {
  if (!client) return {};
  const checked = values.exports ? checkExports(client, path) : checkOffice(client, path, values.reference);
  return checked.catch((error: unknown) => ({ fault: String(error) }));
}

/** A file that qpdf can rewrite must not be rejected, unless it needs a password. */
async function checkedPdf(path: string): Promise<Finding> {
  const { kind, isUsable, rejected, faults, deviations, sizes: found } = await checkPdf(service, path);
  if (deviations.length > 0) console.log(`deviates ${path}  ${deviations.join('; ')}`);
  const row = (table[kind] ??= {
    files: 0,
    right: 0,
    rejected: 0,
    'rejected, qpdf opens it': 0,
    wrong: 0,
    'size, of qpdf': '',
  });
  const sum = (sizes[kind] ??= { parts: 0, qpdf: 0 });
  row.files += 1;
  if (faults.length > 0) row.wrong += 1;
  else if (rejected !== undefined) row.rejected += 1;
  else row.right += 1;
  if (rejected !== undefined && isUsable) row['rejected, qpdf opens it'] += 1;
  if (found.qpdf > 0) {
    sum.parts += found.parts;
    sum.qpdf += found.qpdf;
    row['size, of qpdf'] = (sum.parts / sum.qpdf).toFixed(3);
  }
  const size =
    found.qpdf > 0 ? `parts have ${(found.parts / found.qpdf).toFixed(2)} of the bytes of qpdf's` : '';
  return {
    ...(faults.length > 0 ? { fault: faults.join('; ') } : {}),
    ...(rejected === undefined ? {} : { rejected: isUsable ? `${rejected} (qpdf opens it)` : rejected }),
    note: size,
  };
}
