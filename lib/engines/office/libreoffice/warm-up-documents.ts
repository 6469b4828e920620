import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { DocumentKind } from './host-protocol.ts';

/**
 * The smallest documents that make LibreOffice read, lay out and write each kind. The libraries, settings and fonts
 * that it loads for them are then ready for real documents.
 */

const officeTypes = 'application/vnd.openxmlformats-officedocument';
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const sheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const slide =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const related = `xmlns:r="${relationshipTypes}"`;

interface Part {
  xml: string;
  /** Content type after `application/vnd.openxmlformats-officedocument.`. */
  type: string;
  /** Targets and their relationship types, as `rId1`, `rId2` … in this order. */
  related?: readonly (readonly [type: string, target: string])[];
}

const relationships = (targets: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="${packageNamespace}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${relationshipTypes}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** A package (ECMA-376 part 2) whose first part is the main one. */
function packParts(parts: Readonly<Record<string, Part>>): Uint8Array {
  const [main = ''] = Object.keys(parts);
  const files: Record<string, string> = {
    '[Content_Types].xml':
      `<Types xmlns="${packageNamespace}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      Object.entries(parts)
        .map(([name, { type }]) => `<Override PartName="/${name}" ContentType="${officeTypes}.${type}+xml"/>`)
        .join('') +
      '</Types>',
    '_rels/.rels': relationships([['officeDocument', main]]),
  };
  for (const [name, part] of Object.entries(parts)) {
    files[name] = part.xml;
    if (part.related) {
      files[name.replace(/(?<![^/])([^/]+)$/, '_rels/$1.rels')] = relationships(part.related);
    }
  }
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(declaration + xml)])),
  );
}

const textDocument = (): Uint8Array =>
  packParts({
    'word/document.xml': {
      type: 'wordprocessingml.document.main',
      xml:
        `<w:document ${word}><w:body>` +
        '<w:p><w:r><w:rPr><w:b/><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/></w:rPr><w:t>Text</w:t></w:r></w:p>' +
        '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid>' +
        '<w:tr><w:tc><w:p><w:r><w:t>Cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/></w:body></w:document>',
    },
  });

const spreadsheet = (): Uint8Array =>
  packParts({
    'xl/workbook.xml': {
      type: 'spreadsheetml.sheet.main',
      xml: `<workbook ${sheet} ${related}><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      related: [['worksheet', 'worksheets/sheet1.xml']],
    },
    'xl/worksheets/sheet1.xml': {
      type: 'spreadsheetml.worksheet',
      xml:
        `<worksheet ${sheet}><sheetData><row r="1"><c r="A1"><v>1</v></c>` +
        '<c r="B1" t="inlineStr"><is><t>Text</t></is></c><c r="C1"><f>A1+1</f><v>2</v></c></row></sheetData></worksheet>',
    },
  });

const shapeTree = (shapes: string): string =>
  '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>' +
  `${shapes}</p:spTree></p:cSld>`;

const presentation = (): Uint8Array =>
  packParts({
    'ppt/presentation.xml': {
      type: 'presentationml.presentation.main',
      xml:
        `<p:presentation ${slide} ${related}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/>` +
        '</p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst>' +
        '<p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
      related: [
        ['slideMaster', 'slideMasters/slideMaster1.xml'],
        ['slide', 'slides/slide1.xml'],
      ],
    },
    'ppt/slideMasters/slideMaster1.xml': {
      type: 'presentationml.slideMaster',
      xml:
        `<p:sldMaster ${slide} ${related}>${shapeTree('')}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" ` +
        'accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" ' +
        'accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst>' +
        '<p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>',
      related: [['slideLayout', '../slideLayouts/slideLayout1.xml']],
    },
    'ppt/slideLayouts/slideLayout1.xml': {
      type: 'presentationml.slideLayout',
      xml: `<p:sldLayout ${slide}>${shapeTree('')}</p:sldLayout>`,
      related: [['slideMaster', '../slideMasters/slideMaster1.xml']],
    },
    'ppt/slides/slide1.xml': {
      type: 'presentationml.slide',
      xml: `<p:sld ${slide}>${shapeTree(
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>' +
          '<p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext cx="4572000" cy="914400"/></a:xfrm>' +
          '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>' +
          '<p:txBody><a:bodyPr/><a:p><a:r><a:t>Text</a:t></a:r></a:p></p:txBody></p:sp>',
      )}</p:sld>`,
      related: [['slideLayout', '../slideLayouts/slideLayout1.xml']],
    },
  });

const makers = { docx: textDocument, xlsx: spreadsheet, pptx: presentation } as const;

/** Writes a document of each of `kinds` into `folder`; returns the files in the same order. */
export async function writeWarmUpDocuments(
  kinds: readonly DocumentKind[],
  folder: string,
): Promise<string[]> {
  return Promise.all(
    kinds.map(async (kind) => {
      const file = join(folder, `document.${kind}`);
      await writeFile(file, makers[kind](), { mode: 0o444 });
      return file;
    }),
  );
}
