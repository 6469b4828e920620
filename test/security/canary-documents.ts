import { deflateSync, crc32 } from 'node:zlib';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { partText, relationshipTypes, withParts } from '../support/office-package.ts';

/** Where documents try to reach: a web server, and files that are none of their business. */
export interface Bait {
  /** `http://127.0.0.1:1234`; every path below it answers. */
  server: string;
  /** `file:///…`; a folder with `secret.png` and `secret.txt`. */
  folder: string;
}

export interface CanaryDocument {
  name: string;
  kind: 'docx' | 'xlsx' | 'pptx';
  /** Text of the document itself, which its PDF must have. */
  text: string;
  bytes: Buffer;
}

type External = readonly [type: string, target: string];

const drawingMain = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const own = 'Own text';

/** Adds external relationships to a part's; their ids are `rIdX1`, `rIdX2`, …. */
function withExternal(document: Buffer, relationshipsPart: string, externals: readonly External[]): Buffer {
  const added = externals.map(
    ([type, target], index) =>
      `<Relationship Id="rIdX${index + 1}" Type="${relationshipTypes}/${type}" Target="${target}" TargetMode="External"/>`,
  );
  const head = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">';
  let present = `${head}</Relationships>`;
  try {
    present = partText(document, relationshipsPart);
  } catch {
    // The part has no relationships of its own.
  }
  return withParts(document, {
    [relationshipsPart]: present.replace('</Relationships>', `${added.join('')}</Relationships>`),
  });
}

const replaced = (document: Buffer, part: string, from: string | RegExp, to: string): Buffer =>
  withParts(document, { [part]: partText(document, part).replace(from, to) });

/** A picture whose data is the relationship `id`, which leads out of the document. */
const linkedPicture = (id: string): string =>
  `<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="9" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`;

const inlineDrawing = (id: string): string =>
  `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="${drawingMain}"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">${linkedPicture(id)}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

const field = (instruction: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>cached</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

function docx(body: string, externals: readonly External[]): Buffer {
  const document = replaced(
    makeDocx({ text: own }),
    'word/document.xml',
    '<w:body>',
    `<w:body><w:p>${body}</w:p>`,
  );
  const declared = replaced(
    document,
    'word/document.xml',
    '<w:document ',
    `<w:document xmlns:r="${relationshipTypes}" `,
  );
  return withExternal(declared, 'word/_rels/document.xml.rels', externals);
}

function withTemplate(target: string): Buffer {
  const settings = `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relationshipTypes}"><w:attachedTemplate r:id="rIdX1"/></w:settings>`;
  const document = withParts(makeDocx({ text: own }), {
    'word/settings.xml': settings,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationshipTypes}/settings" Target="settings.xml"/></Relationships>`,
  });
  const typed = replaced(
    document,
    '[Content_Types].xml',
    '</Types>',
    '<Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/></Types>',
  );
  return withExternal(typed, 'word/_rels/settings.xml.rels', [['attachedTemplate', target]]);
}

function xlsx(formula: string): Buffer {
  const workbook = makeXlsx({ rows: [[own]] });
  return replaced(
    workbook,
    'xl/worksheets/sheet1.xml',
    '</sheetData>',
    `<row><c t="str"><f>${formula}</f><v>cached</v></c></row></sheetData>`,
  );
}

function xlsxPicture(target: string): Buffer {
  const sheet = makeXlsx({ rows: [[own]], after: `<drawing xmlns:r="${relationshipTypes}" r:id="rId1"/>` });
  const drawn = withParts(sheet, {
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationshipTypes}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
    'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="${drawingMain}" xmlns:r="${relationshipTypes}"><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>2</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="900000" cy="900000"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="p"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="rIdX1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
  });
  const typed = replaced(
    drawn,
    '[Content_Types].xml',
    '</Types>',
    '<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>',
  );
  return withExternal(typed, 'xl/drawings/_rels/drawing1.xml.rels', [['image', target]]);
}

function pptx(shape: string, externals: readonly External[]): Buffer {
  const deck = replaced(
    makePptx({ slides: [own] }),
    'ppt/slides/slide1.xml',
    '</p:spTree>',
    `${shape}</p:spTree>`,
  );
  return withExternal(deck, 'ppt/slides/_rels/slide1.xml.rels', externals);
}

const slidePicture =
  '<p:pic><p:nvPicPr><p:cNvPr id="9" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="rIdX1"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>';

const slideOle =
  '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="o"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj progId="Excel.Sheet.12" r:id="rIdX1" imgW="900000" imgH="900000"><p:link updateAutomatic="1"/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>';

/** Documents of each kind that would tell somebody, or bring along what is not theirs, if LibreOffice let them. */
export function canaryDocuments({ server, folder }: Bait): CanaryDocument[] {
  const picture = `${folder}/secret.png`;
  const documents: [name: string, kind: CanaryDocument['kind'], bytes: Buffer][] = [
    ['docx-image-http', 'docx', docx(inlineDrawing('rIdX1'), [['image', `${server}/image.png`]])],
    ['docx-image-file', 'docx', docx(inlineDrawing('rIdX1'), [['image', picture]])],
    ['docx-includepicture-http', 'docx', docx(field(`INCLUDEPICTURE "${server}/field.png" \\d`), [])],
    ['docx-includepicture-file', 'docx', docx(field(`INCLUDEPICTURE "${picture}" \\d`), [])],
    ['docx-includetext-file', 'docx', docx(field(`INCLUDETEXT "${folder}/secret.txt"`), [])],
    ['docx-ddeauto', 'docx', docx(field(`DDEAUTO soffice "${folder}/secret.txt" x`), [])],
    ['docx-template-http', 'docx', withTemplate(`${server}/template.dotx`)],
    ['xlsx-image-http', 'xlsx', xlsxPicture(`${server}/image.png`)],
    ['xlsx-image-file', 'xlsx', xlsxPicture(picture)],
    ['xlsx-webservice-http', 'xlsx', xlsx(`WEBSERVICE("${server}/service")`)],
    ['xlsx-webservice-file', 'xlsx', xlsx(`WEBSERVICE("${folder}/secret.txt")`)],
    ['xlsx-dde', 'xlsx', xlsx(`DDE("soffice","${folder}/secret.txt","x")`)],
    ['xlsx-external-http', 'xlsx', xlsx(`'${server}/book.xlsx'#$Sheet1.A1`)],
    ['pptx-image-http', 'pptx', pptx(slidePicture, [['image', `${server}/image.png`]])],
    ['pptx-image-file', 'pptx', pptx(slidePicture, [['image', picture]])],
    ['pptx-ole-http', 'pptx', pptx(slideOle, [['oleObject', `${server}/book.xlsx`]])],
    ['pptx-ole-file', 'pptx', pptx(slideOle, [['oleObject', `${folder}/secret.xlsx`]])],
  ];
  return documents.map(([name, kind, bytes]) => ({ name, kind, text: own, bytes }));
}

/** What the text files and the workbook of the bait say. */
export const secretText = 'Secret of another';

/** The width of the picture of the bait in pixels, by which it is known in a PDF. */
export const secretWidth = 37;

/** Files of the bait by name. */
export const secretFiles = (): Record<string, Buffer> => ({
  'secret.png': png(secretWidth, 41),
  'secret.txt': Buffer.from(secretText),
  'secret.xlsx': makeXlsx({ rows: [[secretText]] }),
});

/** A PNG of one colour (ISO/IEC 15948). */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 3 * width), 200);
  for (let row = 0; row < height; row += 1) rows[row * (1 + 3 * width)] = 0;
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
