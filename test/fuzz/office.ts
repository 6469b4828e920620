import { unzipSync, zipSync } from 'fflate';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decryptOffice } from '../../lib/office/decrypt.ts';
import { detectOfficeFile } from '../../lib/office/detect.ts';
import { withoutExternalLinks } from '../../lib/office/external-links.ts';
import { setLandscape } from '../../lib/office/landscape.ts';
import { fromFile } from '../../lib/office/random-access.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { fuzz } from './fuzz-loop.ts';

/**
 * Gives office documents that were changed at random to all that looks at them before LibreOffice does: recognition,
 * decryption, limits, removal of links, and turning. What comes out has to be recognised as what went in. See `fuzz` for
 * the options.
 */

const tokens = [
  'PK\x03\x04',
  'PK\x01\x02',
  'PK\x05\x06',
  'PK\x06\x06',
  'PK\x06\x07',
  '\xff\xff\xff\xff',
  '\0\0\0\0',
  '<Relationship Id="r9" TargetMode="External" Target="http://127.0.0.1/" Type="x"/>',
  'TargetMode="External"',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '<?xml version="1.0" encoding="UTF-16"?>',
  '<w:pgSz w:w="1" w:h="2"/>',
  '<pageSetup orientation="landscape"/>',
  '<![CDATA[',
  ']]>',
  '&#x0;',
  '../',
  '\ufeff',
  '<!---->',
  '<html>',
  '{\\rtf1 ',
];

/** Files of other formats, whose beginnings are recognized to name them in the error. */
const foreign = [
  '<!-- a --> <!-- b -->\n<!doctype html><title>Page</title>',
  '<?xml version="1.0" encoding="UTF-8"?>\n<?mso-application progid="Word.Document"?><w:wordDocument/>',
  'Name;Amount\r\nA;1\r\n',
  '{\\rtf1\\ansi Text}',
].map((text) => Buffer.from(text));

const made = [makeDocx(), makeXlsx(), makePptx()];
/** Uncompressed, so that changes reach the parts. */
const plain = made.map((document) => Buffer.from(zipSync(unzipSync(document), { level: 0 })));

async function kindOf(path: string): Promise<string> {
  await using access = await fromFile(path);
  return (await detectOfficeFile(access)).kind;
}

await fuzz({
  name: 'office',
  extensions: ['.docx', '.xlsx', '.pptx'],
  seeds: [...made, ...plain, ...plain, ...foreign],
  tokens,
  async attempt(bytes) {
    const folder = await mkdtemp(join(tmpdir(), 'fuzz-office-'));
    try {
      return await inspected(bytes, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

async function inspected(bytes: Buffer, folder: string): Promise<string> {
  const file = join(folder, 'document');
  await writeFile(file, bytes);
  const kind = await kindOf(file);
  if (kind === 'encrypted') await decryptOffice(file, join(folder, 'decrypted'), 'secret');
  if (kind !== 'docx' && kind !== 'xlsx' && kind !== 'pptx') return kind;
  const safe = await withoutExternalLinks(file, folder);
  const results = [safe];
  if (kind === 'xlsx') {
    results.push(join(folder, 'turned'));
    await setLandscape(safe, join(folder, 'turned'));
  }
  for (const path of results) {
    const after = await kindOf(path);
    if (after !== kind) throw new Error(`${kind} became ${after}`);
  }
  return safe === file ? 'as it is' : 'without links';
}
