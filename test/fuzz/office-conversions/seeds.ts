import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OfficeConverter } from '#lib/engines/office/converter.ts';
import { makeXlsb } from '../../support/binary-package.ts';
import { partText, withParts } from '../../support/office-package.ts';
import { makeVbaProject } from '../../support/vba-project.ts';

/** A document to change, and its extension. */
export interface Seed {
  extension: string;
  bytes: Buffer;
}

/** The families of formats, each with the extensions of its documents. */
export const families = {
  compound: ['doc', 'dot', 'xls', 'xlt', 'ppt', 'pot', 'pps'],
  odf: ['odt', 'ott', 'ods', 'ots', 'odp', 'otp', 'odg', 'otg'],
  'flat-odf': ['fodt', 'fods', 'fodp', 'fodg'],
  rtf: ['rtf'],
  text: ['txt', 'csv', 'tsv'],
  xlsb: ['xlsb'],
  ooxml: ['dotx', 'docm', 'dotm', 'xltx', 'xlsm', 'xltm', 'ppsx', 'potx', 'pptm', 'ppsm', 'potm'],
} as const;

export type Family = keyof typeof families;

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../fixtures', name));

const sources = { docx: fixture('letter.docx'), xlsx: fixture('budget.xlsx'), pptx: fixture('slides.pptx') };

/** The formats that LibreOffice writes for the fuzzer, from a document of the kind. */
const written = {
  docx: ['doc', 'odt', 'ott', 'fodt', 'rtf', 'txt'],
  xlsx: ['xls', 'ods', 'ots', 'fods', 'csv'],
  pptx: ['ppt', 'odp', 'otp', 'fodp', 'odg'],
} as const;

/** Other forms of OOXML: the kind, the type of the main part, and what it becomes. */
const forms = [
  ['dotx', 'docx', 'wordprocessingml.document.main', 'wordprocessingml.template.main'],
  ['xltx', 'xlsx', 'spreadsheetml.sheet.main', 'spreadsheetml.template.main'],
  ['ppsx', 'pptx', 'presentationml.presentation.main', 'presentationml.slideshow.main'],
  ['potx', 'pptx', 'presentationml.presentation.main', 'presentationml.template.main'],
] as const;

const withMacros = [
  [
    'docm',
    'docx',
    'word',
    'wordprocessingml.document.main',
    'application/vnd.ms-word.document.macroEnabled.main',
  ],
  ['xlsm', 'xlsx', 'xl', 'spreadsheetml.sheet.main', 'application/vnd.ms-excel.sheet.macroEnabled.main'],
  [
    'pptm',
    'pptx',
    'ppt',
    'presentationml.presentation.main',
    'application/vnd.ms-powerpoint.presentation.macroEnabled.main',
  ],
] as const;

const openXml = 'application/vnd.openxmlformats-officedocument.';
const types = '[Content_Types].xml';

/** Documents of all families: what LibreOffice makes of the fixtures, and other forms of these. */
export async function makeSeeds(converter: OfficeConverter): Promise<Seed[]> {
  const seeds: Seed[] = [
    {
      extension: 'xlsb',
      bytes: makeXlsb([
        ['Item', 'Amount'],
        ['Paper', 12.5],
        ['Ink', 3],
      ]),
    },
    { extension: 'tsv', bytes: Buffer.from('Item\tAmount\r\nPaper\t12.5\r\nInk\t3\r\n') },
    { extension: 'csv', bytes: Buffer.from('Größe;Preis\n"a;b";1,5\n', 'latin1') },
    { extension: 'txt', bytes: Buffer.from('\ufeffText in two bytes\r\n', 'utf16le') },
  ];
  for (const [extension, kind, from, to] of forms) {
    const document = sources[kind];
    const bytes = withParts(document, { [types]: partText(document, types).replace(from, to) });
    seeds.push({ extension, bytes });
  }
  for (const [extension, kind, folder, from, to] of withMacros) {
    const document = sources[kind];
    const content = partText(document, types)
      .replace(`${openXml}${from}+xml`, `${to}+xml`)
      .replace(
        '</Types>',
        '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
      );
    const project = makeVbaProject('Module1', 'Sub Auto_Open()\r\nEnd Sub\r\n');
    seeds.push({
      extension,
      bytes: withParts(document, { [types]: content, [`${folder}/vbaProject.bin`]: project }),
    });
  }
  for (const [kind, formats] of Object.entries(written) as [keyof typeof written, readonly string[]][]) {
    for (const format of formats)
      seeds.push({ extension: format, bytes: await writtenAs(converter, kind, format) });
  }
  return seeds;
}

async function writtenAs(
  converter: OfficeConverter,
  kind: keyof typeof sources,
  format: string,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-seed-'));
  try {
    const inputFile = join(folder, `document.${kind}`);
    await writeFile(inputFile, sources[kind]);
    const [file] = await converter.export({
      inputFile,
      kind,
      format,
      filterOptions: '',
      outputFolder: folder,
      deadline: Date.now() + 60_000,
    });
    if (!file) throw new Error(`no ${format}`);
    return readFileSync(file.path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
