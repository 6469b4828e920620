import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOffice } from './check-office.ts';
import { checkPdf } from './check-pdf.ts';
import { CorpusClient, type Finding } from './corpus-client.ts';

/**
 * Sends every PDF and office document below a folder through the service and looks into what comes out. Prints each
 * file that did not end as it should; exits 1 when one failed by a fault of the service or lost something.
 */
const usage = `npm run test:corpus -- DIR [--reference soffice] [--all]

--reference  compares office conversions with those of another LibreOffice
--all        prints a line for every file`;

const { values, positionals } = parseArgs({
  options: { reference: { type: 'string' }, all: { type: 'boolean' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (!folder) {
  console.error(usage);
  process.exit(2);
}

const client = await CorpusClient.start();
const counts = { right: 0, refused: 0, wrong: 0 };
for (const file of globSync('**/*.{pdf,docx,xlsx,pptx,docm,xlsm,pptm}', { cwd: folder }).sort()) {
  const path = join(folder, file);
  const check =
    extname(file) === '.pdf'
      ? checkPdf(client, readFileSync(path))
      : checkOffice(client, path, values.reference);
  const { refused, fault, note } = await check.catch((error: unknown): Finding => ({ fault: String(error) }));
  const outcome = fault !== undefined ? 'wrong' : refused !== undefined ? 'refused' : 'right';
  counts[outcome] += 1;
  if (outcome !== 'right' || values.all) {
    console.log(`${outcome.padEnd(8)} ${file}  ${fault ?? refused ?? note ?? ''}`);
  }
}
console.log(`${counts.right} right, ${counts.refused} refused with a reason, ${counts.wrong} wrong`);
await client.stop();
process.exit(counts.wrong > 0 ? 1 : 0);
