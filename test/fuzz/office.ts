import { unzipSync, zipSync } from 'fflate';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decryptOffice } from '#lib/engines/office/decrypt.ts';
import { detectOfficeFile, type OfficeFile } from '#lib/engines/office/detect.ts';
import { prepareDocument } from '#lib/engines/office/prepare-document.ts';
import { fromFile } from '#lib/base/random-access.ts';
import { makeCompoundFile } from '../support/compound-file.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { makeFlatDocument, makeOpenDocument } from '../support/open-document.ts';
import { fuzz } from './fuzz-loop.ts';

/**
 * Runs randomly mutated office documents through all steps before LibreOffice: detection, decryption, limits, removal
 * of links, and the changes for options. The result must be detected as the same format. See `fuzz` for the options.
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
  '{\\*\\template a}',
  '\\bin9 ',
  '{\\*\\fldinst ',
  ' xlink:href="file:///a"',
  '<office:scripts>',
  '<office:binary-data>',
];

/** Files of other formats, whose beginnings are recognized to name them in the error. */
const foreign = [
  '<!-- a --> <!-- b -->\n<!doctype html><title>Page</title>',
  '<?xml version="1.0" encoding="UTF-8"?>\n<?mso-application progid="Word.Document"?><w:wordDocument/>',
  'Name;Amount\r\nA;1\r\n',
  '{\\rtf1\\ansi Text}',
].map((text) => Buffer.from(text));

const everyOption = { quality: 90, exportBookmarks: true, exportFormFields: true, tagged: false };

const body =
  '<text:p>Text <text:a xlink:href="https://example.com">link</text:a></text:p><text:p><draw:frame><draw:image xlink:href="file:///a.png"/></draw:frame></text:p>';
const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');

const made = [
  makeDocx(),
  makeXlsx(),
  makePptx(),
  makeOpenDocument('text', { body }, { 'Pictures/1.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
];
/** Documents without a ZIP. */
const others = [
  makeFlatDocument('text', { body: `${body}<office:binary-data>${picture}</office:binary-data>` }),
  Buffer.from(
    '{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}Text{\\field{\\*\\fldinst INCLUDEPICTURE a}{\\fldrslt r}}{\\pict\\pngblip\\bin4 abcd}{\\object\\objemb{\\*\\objdata 0105000002000000}}}',
  ),
  makeCompoundFile({ WordDocument: Buffer.alloc(600, 1), '1Table': Buffer.alloc(100) }),
  makeCompoundFile({ Workbook: Buffer.from([9, 8, 2, 0, 0, 6, 47, 0, 0, 0]) }),
];
/** Uncompressed, so that changes reach the parts. */
const plain = made.map((document) => Buffer.from(zipSync(unzipSync(document), { level: 0 })));

async function detected(path: string, fileName: string): Promise<OfficeFile> {
  await using access = await fromFile(path);
  return await detectOfficeFile(access, fileName);
}

await fuzz({
  name: 'office',
  extensions: ['.docx', '.xlsx', '.pptx', '.odt', '.ods', '.odp', '.rtf', '.doc', '.xls', '.ppt', '.xlsb'],
  seeds: [...made, ...plain, ...plain, ...others, ...foreign],
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
  const found = await detected(file, 'table.csv');
  if (found.kind === 'encrypted') await decryptOffice(file, join(folder, 'decrypted'), 'secret');
  if (found.kind !== 'document') return found.kind;
  const { format } = found;
  const options = { ...everyOption, landscape: true, comments: 'margin' } as const;
  const { inputFile } = await prepareDocument({
    inputFile: file,
    format,
    options,
    folder,
    signal: AbortSignal.timeout(60_000),
  });
  const after = await detected(inputFile, 'table.csv');
  const name = after.kind === 'document' ? after.format.name : after.kind;
  // Text without what could not be read in it may be empty or look different.
  if (name !== format.name && format.family !== 'text' && format.family !== 'table') {
    throw new Error(`${format.name} became ${name}`);
  }
  return format.family;
}
