import { unzipSync, zipSync } from 'fflate';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decryptOffice } from '#lib/engines/office/decrypt.ts';
import { detectOfficeFile } from '#lib/engines/office/detect.ts';
import { withoutExternalLinks } from '#lib/engines/office/external-links.ts';
import { documentEdits } from '#lib/engines/office/document-edits.ts';
import { editParts } from '#lib/engines/office/part-edits.ts';
import { fromFile } from '#lib/base/random-access.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { fuzz } from './fuzz-loop.ts';

/**
 * Runs randomly mutated office documents through all steps before LibreOffice: detection, decryption, limits, removal
 * of links, and the changes for options. The result must be detected as the same kind. See `fuzz` for the options.
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
  '<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>',
  '<w:ins w:id="2">',
  '</w:ins>',
  '<w:tr><w:trPr><w:del w:id="3"/></w:trPr><w:tc><w:p/></w:tc></w:tr>',
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

const options = { quality: 90, exportBookmarks: true, exportFormFields: true, tagged: false };

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
  const edits = documentEdits(kind, { ...options, landscape: true, comments: 'margin' });
  const edited = edits ? await editParts(safe, join(folder, 'edited'), edits) : safe;
  for (const path of [safe, edited]) {
    const after = await kindOf(path);
    if (after !== kind) throw new Error(`${kind} became ${after}`);
  }
  return edited === safe ? 'without links' : 'edited';
}
