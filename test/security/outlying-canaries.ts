import { relationshipTypes } from '../support/office-package.ts';
import type { Bait } from './bait.ts';
import type { CanaryDocument } from './canary-documents.ts';
import { slidePicture, wordObject, wordPicture } from './canary-markup.ts';
import { type Link, linkedDocx, linkedPptx, linkedXlsx, linksPart, own } from './linked-documents.ts';

type Canary = readonly [name: string, kind: CanaryDocument['kind'], bytes: Buffer];

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const wordNamespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relationshipTypes}"`;
const sheetNamespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationshipTypes}"`;

/** A sheet up to what stands behind its rows. */
const sheetStart = `<worksheet ${sheetNamespaces}><sheetData><row><c t="inlineStr"><is><t>${own}</t></is></c></row></sheetData>`;

const paragraph = (content: string): string => `<w:p><w:r>${content}</w:r></w:p>`;

/** A VML shape that shows a picture; `source` says which: `src="…"`, `r:id="…"`. */
const vmlPicture = (source: string): string =>
  `<v:shape id="s1" style="width:90pt;height:90pt"><v:imagedata ${source}/></v:shape>`;

/** A Word document with a part beside the body, which has links of its own. */
function besideBody(name: string, type: string, xml: string, links: readonly Link[]): Buffer {
  return linkedDocx({
    links: [[type, `${name}.xml`, '']],
    parts: { [`word/${name}.xml`]: xml, [`word/_rels/${name}.xml.rels`]: linksPart(links) },
    types: { [`word/${name}.xml`]: `${wordType}.${type}+xml` },
  });
}

/** A Word document with a chunk in another format, which LibreOffice reads by that format's rules. */
const withChunk = (extension: string, contentType: string, content: string): Buffer =>
  linkedDocx({
    markup: '<w:altChunk r:id="rId1"/>',
    links: [['aFChunk', `chunk.${extension}`, '']],
    parts: { [`word/chunk.${extension}`]: content },
    types: { [`.${extension}`]: contentType },
  });

/** A Word document with an object that is not what it is said to be. */
const withObject = (content: string): Buffer =>
  linkedDocx({
    markup: wordObject('Embed', 'Word.Document.12'),
    links: [['package', 'embeddings/object.docx', '']],
    parts: { 'word/embeddings/object.docx': content },
    types: { '.docx': `${wordType}.document` },
  });

const rtf = (target: string): string =>
  `{\\rtf1 Chunk {\\field{\\*\\fldinst INCLUDEPICTURE "${target}" \\\\d}{\\fldrslt cached}}}`;

const html = (target: string): string =>
  `<html><head><link rel="stylesheet" href="${target}"></head><body background="${target}">Chunk <img src="${target}"><iframe src="${target}"></iframe></body></html>`;

/** An OpenDocument text as one XML file with a linked picture. */
const flatText = (target: string): string =>
  '<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>' +
  `<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${target}"/></draw:frame></text:p></office:text></office:body></office:document>`;

const wordDocuments = ({ server, folder }: Bait, picture: string): Canary[] => [
  [
    'docx-header-file',
    'docx',
    linkedDocx({
      markup:
        '<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr></w:pPr></w:p>',
      links: [['header', 'header1.xml', '']],
      parts: {
        'word/header1.xml': `<w:hdr ${wordNamespaces} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">${wordPicture('link', 'rId1')}</w:hdr>`,
        'word/_rels/header1.xml.rels': linksPart([['image', picture]]),
      },
      types: { 'word/header1.xml': `${wordType}.header+xml` },
    }),
  ],
  [
    'docx-vml-source-file',
    'docx',
    linkedDocx({ markup: paragraph(`<w:pict>${vmlPicture(`src="${picture}"`)}</w:pict>`) }),
  ],
  [
    'docx-vml-relationship-file',
    'docx',
    linkedDocx({
      markup: paragraph(`<w:pict>${vmlPicture('r:id="rId1"')}</w:pict>`),
      links: [['image', picture]],
    }),
  ],
  [
    'docx-mail-merge-file',
    'docx',
    besideBody(
      'settings',
      'settings',
      `<w:settings ${wordNamespaces}><w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:linkToQuery/><w:dataType w:val="native"/><w:connectString w:val="Provider=Microsoft.ACE.OLEDB.12.0;Data Source=${folder}/secret.xlsx"/><w:query w:val="SELECT * FROM \`Sheet1$\`"/><w:dataSource r:id="rId1"/><w:viewMergedData/></w:mailMerge></w:settings>`,
      [['mailMergeSource', `${folder}/secret.xlsx`]],
    ),
  ],
  ['docx-html-chunk-http', 'docx', withChunk('html', 'text/html', html(`${server}/image.png`))],
  ['docx-html-chunk-file', 'docx', withChunk('html', 'text/html', html(picture))],
  ['docx-rtf-chunk-file', 'docx', withChunk('rtf', 'application/rtf', rtf(picture))],
  ['docx-rtf-chunk-http', 'docx', withChunk('rtf', 'application/rtf', rtf(`${server}/image.png`))],
  ['docx-html-object-file', 'docx', withObject(html(picture))],
  ['docx-rtf-object-file', 'docx', withObject(rtf(picture))],
  ['docx-flat-object-file', 'docx', withObject(flatText(picture))],
];

/** A workbook whose part beside the sheets `type` leads to something. */
const besideSheets = (name: string, type: string, xml: string, links: readonly Link[]): Buffer =>
  linkedXlsx({
    markup: '<row><c t="str"><f>[1]Sheet1!A1</f><v>cached</v></c></row>',
    parts: {
      'xl/workbook.xml': `<workbook ${sheetNamespaces}><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId2"/></externalReferences></workbook>`,
      'xl/_rels/workbook.xml.rels': linksPart([
        ['worksheet', 'worksheets/sheet1.xml', ''],
        [type, `${name}.xml`, ''],
      ]),
      [`xl/${name}.xml`]: xml,
      [`xl/_rels/${name}.xml.rels`]: linksPart(links),
    },
    types: { [`xl/${name}.xml`]: `${sheetType}.${type}+xml` },
  });

const workbooks = ({ server, folder }: Bait, picture: string): Canary[] => {
  const external = (content: string, links: readonly Link[]): Buffer =>
    besideSheets(
      'externalLink1',
      'externalLink',
      `<externalLink ${sheetNamespaces}>${content}</externalLink>`,
      links,
    );
  return [
    [
      'xlsx-dde-link',
      'xlsx',
      external(
        `<ddeLink ddeService="soffice" ddeTopic="${folder}/secret.xlsx"><ddeItems><ddeItem name="A1" advise="1"/></ddeItems></ddeLink>`,
        [],
      ),
    ],
    [
      'xlsx-ole-link',
      'xlsx',
      external(
        '<oleLink r:id="rId1" progId="Excel.Sheet.12"><oleItems><oleItem name="A1" advise="1"/></oleItems></oleLink>',
        [['oleObject', `${folder}/secret.xlsx`]],
      ),
    ],
    [
      'xlsx-connection-http',
      'xlsx',
      besideSheets(
        'connections',
        'connections',
        `<connections ${sheetNamespaces}><connection id="1" name="c" type="4" refreshedVersion="6" refreshOnLoad="1" background="0"><webPr url="${server}/table.html"/></connection><connection id="2" name="d" type="6" refreshedVersion="6" refreshOnLoad="1"><textPr sourceFile="${folder}/secret.txt"><textFields><textField/></textFields></textPr></connection></connections>`,
        [],
      ),
    ],
    [
      'xlsx-background-file',
      'xlsx',
      linkedXlsx({
        parts: {
          'xl/worksheets/sheet1.xml': `${sheetStart}<picture r:id="rId1"/></worksheet>`,
          'xl/worksheets/_rels/sheet1.xml.rels': linksPart([['image', picture]]),
        },
      }),
    ],
    [
      'xlsx-header-file',
      'xlsx',
      linkedXlsx({
        parts: {
          'xl/worksheets/sheet1.xml': `${sheetStart}<headerFooter><oddHeader>&amp;C&amp;G</oddHeader></headerFooter><legacyDrawingHF r:id="rId1"/></worksheet>`,
          'xl/worksheets/_rels/sheet1.xml.rels': linksPart([['vmlDrawing', '../drawings/header.vml', '']]),
          'xl/drawings/header.vml': `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">${vmlPicture('o:relid="rId1" o:title="p"').replace('id="s1"', 'id="CH" o:spid="_x0000_s1025" type="#_x0000_t75"')}</xml>`,
          'xl/drawings/_rels/header.vml.rels': linksPart([['image', picture]]),
        },
        types: { '.vml': 'application/vnd.openxmlformats-officedocument.vmlDrawing' },
      }),
    ],
    [
      'xlsx-object-file',
      'xlsx',
      linkedXlsx({
        parts: {
          'xl/worksheets/sheet1.xml': `${sheetStart}<legacyDrawing r:id="rId1"/><oleObjects><oleObject progId="Excel.Sheet.12" link="[1]!''''" oleUpdate="OLEUPDATE_ALWAYS" shapeId="1025" r:id="rId2"/></oleObjects></worksheet>`,
          'xl/worksheets/_rels/sheet1.xml.rels': linksPart([
            ['vmlDrawing', '../drawings/object.vml', ''],
            ['oleObject', `${folder}/secret.xlsx`],
          ]),
          'xl/drawings/object.vml': `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="_x0000_s1025" type="#_x0000_t75" style="width:90pt;height:90pt"><v:imagedata src="${picture}"/><x:ClientData ObjectType="Pict"><x:Anchor>1,0,1,0,3,0,5,0</x:Anchor></x:ClientData></v:shape></xml>`,
        },
        types: { '.vml': 'application/vnd.openxmlformats-officedocument.vmlDrawing' },
      }),
    ],
    ...(
      [
        ['rtd', `RTD("soffice.server","","${folder}/secret.txt")`],
        ['call', `CALL("${folder}/secret.txt","open","J")`],
        ['filter-xml', `_xlfn.FILTERXML(_xlfn.WEBSERVICE("${server}/service"),"//a")`],
        ['dde-pipe', `soffice|'${folder}/secret.xlsx'!A1`],
        ['lookup-file', `VLOOKUP(1,'${folder}/[secret.xlsx]Sheet1'!A1:B2,1)`],
      ] as const
    ).map(([name, formula]): Canary => [
      `xlsx-${name}`,
      'xlsx',
      linkedXlsx({
        markup: `<row><c t="str"><f>${formula.replaceAll('&', '&amp;')}</f><v>cached</v></c></row>`,
      }),
    ]),
  ];
};

const presentations = ({ server, folder }: Bait, picture: string): Canary[] => {
  /** A picture that plays a film from somewhere. */
  const film = (target: string): Buffer =>
    linkedPptx({
      markup: slidePicture('embed')
        .replace('rIdX1', 'rIdX2')
        .replace('<p:nvPr/>', '<p:nvPr><a:videoFile r:link="rIdX1"/></p:nvPr>'),
      links: [
        ['video', target],
        ['image', picture],
      ],
    });
  return [
    ['pptx-film-http', 'pptx', film(`${server}/film.mp4`)],
    ['pptx-film-file', 'pptx', film(`${folder}/secret.png`)],
    [
      'pptx-control-file',
      'pptx',
      linkedPptx({
        markup:
          '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice xmlns:v="urn:schemas-microsoft-com:vml" Requires="v"><p:control name="c" r:id="rIdX1" imgW="900000" imgH="900000"/></mc:Choice></mc:AlternateContent>',
        links: [['control', `${folder}/secret.docx`]],
      }),
    ],
    [
      'pptx-master-file',
      'pptx',
      linkedPptx({
        parts: {
          'ppt/slideLayouts/_rels/slideLayout1.xml.rels': linksPart([
            ['slideMaster', '../slideMasters/slideMaster1.xml', ''],
            ['image', picture],
          ]),
          'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${relationshipTypes}"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${slidePicture('link').replace('rIdX1', 'rId2')}</p:spTree></p:cSld></p:sldLayout>`,
        },
      }),
    ],
  ];
};

/**
 * Documents that reach out from elsewhere than their body: headers, settings, data sources, chunks of other formats.
 * LibreOffice's settings hold them all.
 */
export function outlyingCanaries(bait: Bait): CanaryDocument[] {
  const picture = `${bait.folder}/secret.png`;
  return [wordDocuments, workbooks, presentations]
    .flatMap((make) => make(bait, picture))
    .map(([name, kind, bytes]) => ({ name, kind, text: own, bytes, passesSettings: false }));
}
