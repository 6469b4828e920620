import { fileURLToPath } from 'node:url';
import {
  chartPart,
  formulaRow,
  sheetPicture,
  sheetShape,
  slideBackground,
  slideChart,
  slideObject,
  slidePicture,
  slideShape,
  wordField,
  wordObject,
  wordPicture,
  wordShape,
} from './canary-markup.ts';
import type { Bait } from './bait.ts';
import { type Link, linkedDocx, linkedPptx, linkedXlsx, linksPart, own } from './linked-documents.ts';
import { macroDocuments } from './macro-documents.ts';
import { relationshipVariants } from './relationship-variants.ts';
import { svgCanaries } from './svg-canaries.ts';

export interface CanaryDocument {
  name: string;
  /** The name of its format. */
  kind: string;
  /** Text of the document itself, which its PDF must have. */
  text: string;
  bytes: Buffer;
  /**
   * Gets at a file where LibreOffice's settings alone hold it: not confined by the kernel, its links left in. Those
   * that do not are stopped twice.
   */
  passesSettings: boolean;
  /** Only the kernel's confinement stops it: nothing removes the links of its format. */
  passesPreparation?: boolean;
}

type Row = [name: string, kind: CanaryDocument['kind'], bytes: Buffer, passesSettings?: 'passes settings'];

const passes = 'passes settings';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const svgType = { '.svg': 'image/svg+xml' };

function withTemplate(target: string): Buffer {
  const part = 'word/settings.xml';
  return linkedDocx({
    links: [['settings', 'settings.xml', '']],
    parts: {
      [part]:
        '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:attachedTemplate r:id="rId1"/><w:linkStyles/></w:settings>',
      'word/_rels/settings.xml.rels': linksPart([['attachedTemplate', target]]),
    },
    types: { [part]: `${wordType}.settings+xml` },
  });
}

/** A document with a chunk that is a document itself. */
const withChunk = (chunk: Buffer): Buffer =>
  linkedDocx({
    markup: '<w:altChunk r:id="rId1"/>',
    links: [['aFChunk', 'chunk.docx', '']],
    parts: { 'word/chunk.docx': chunk },
    types: { '.docx': `${wordType}.document.main+xml` },
  });

const withSvg = (svg: Buffer | string, name = 'svg'): Buffer =>
  linkedDocx({
    markup: wordPicture('embed', 'rId1'),
    links: [['image', `media/image1.${name}`, '']],
    parts: { [`word/media/image1.${name}`]: svg },
    types: { [`.${name}`]: `image/${name === 'svg' ? 'svg+xml' : name}` },
  });

const shapeIn = (target: string): Buffer =>
  linkedDocx({ markup: wordShape('link', 'rId1'), links: [['image', target]] });

const chart = (picture: string, workbook: string): Buffer =>
  linkedPptx({
    markup: slideChart,
    links: [['chart', '../charts/chart1.xml', '']],
    parts: {
      'ppt/charts/chart1.xml': chartPart,
      'ppt/charts/_rels/chart1.xml.rels': linksPart([
        ['image', picture],
        ['oleObject', workbook],
      ]),
    },
    types: { 'ppt/charts/chart1.xml': 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml' },
  });

const wordDocuments = ({ server, folder }: Bait, picture: string): Row[] => {
  const field = (instruction: string): Buffer => linkedDocx({ markup: wordField(instruction) });
  const image = (target: string): Buffer =>
    linkedDocx({ markup: wordPicture('link', 'rId1'), links: [['image', target]] });
  const object = (target: string): Buffer =>
    linkedDocx({ markup: wordObject('Link', 'Excel.Sheet.12'), links: [['oleObject', target]] });
  return [
    ['docx-image-http', 'docx', image(`${server}/image.png`)],
    ['docx-image-file', 'docx', image(picture)],
    ['docx-shape-http', 'docx', shapeIn(`${server}/image.png`)],
    ['docx-shape-file', 'docx', shapeIn(picture), passes],
    ['docx-includepicture-http', 'docx', field(`INCLUDEPICTURE "${server}/field.png" \\d`)],
    ['docx-includepicture-file', 'docx', field(`INCLUDEPICTURE "${picture}" \\d`)],
    ['docx-includetext-file', 'docx', field(`INCLUDETEXT "${folder}/secret.txt"`)],
    ['docx-link-field', 'docx', field(`LINK Excel.Sheet.12 "${folder}/secret.xlsx" "Sheet1!R1C1" \\a \\r`)],
    ['docx-dde', 'docx', field(`DDE soffice "${folder}/secret.txt" x`)],
    ['docx-ddeauto', 'docx', field(`DDEAUTO soffice "${folder}/secret.txt" x`)],
    ['docx-template-http', 'docx', withTemplate(`${server}/template.dotx`)],
    ['docx-template-file', 'docx', withTemplate(`${folder}/secret.docx`)],
    ['docx-ole-http', 'docx', object(`${server}/book.xlsx`)],
    ['docx-ole-file', 'docx', object(`${folder}/secret.xlsx`)],
    [
      'docx-subdocument-file',
      'docx',
      linkedDocx({ markup: '<w:subDoc r:id="rId1"/>', links: [['subDocument', `${folder}/secret.docx`]] }),
    ],
    [
      'docx-chunk-file',
      'docx',
      linkedDocx({ markup: '<w:altChunk r:id="rId1"/>', links: [['aFChunk', `${folder}/secret.docx`]] }),
    ],
    ['docx-shape-in-chunk', 'docx', withChunk(shapeIn(picture)), passes],
    [
      'docx-svg-in-chunk-in-chunk',
      'docx',
      withChunk(withChunk(withSvg(svgCanaries['plain']?.(picture) ?? ''))),
      passes,
    ],
    ['docx-svg-called-png', 'docx', withSvg(svgCanaries['plain']?.(picture) ?? '', 'png'), passes],
    ...Object.entries(svgCanaries).map(([name, svg]): Row => [
      `docx-svg-${name}`,
      'docx',
      withSvg(svg(picture)),
      passes,
    ]),
    ['docx-svg-http', 'docx', withSvg(svgCanaries['plain']?.(`${server}/image.png`) ?? '')],
  ];
};

const workbooks = ({ server, folder }: Bait, picture: string): Row[] => {
  const formula = (text: string): Buffer => linkedXlsx({ markup: formulaRow(text) });
  const drawn = (drawing: string, target: string): Buffer =>
    linkedXlsx({ drawing, links: [['image', target]] });
  return [
    ['xlsx-image-http', 'xlsx', drawn(sheetPicture, `${server}/image.png`)],
    ['xlsx-image-file', 'xlsx', drawn(sheetPicture, picture)],
    ['xlsx-shape-http', 'xlsx', drawn(sheetShape, `${server}/image.png`)],
    ['xlsx-shape-file', 'xlsx', drawn(sheetShape, picture), passes],
    ['xlsx-webservice-http', 'xlsx', formula(`WEBSERVICE("${server}/service")`)],
    ['xlsx-webservice-file', 'xlsx', formula(`WEBSERVICE("${folder}/secret.txt")`)],
    ['xlsx-function-webservice-http', 'xlsx', formula(`_xlfn.WEBSERVICE("${server}/service")`)],
    ['xlsx-function-image-http', 'xlsx', formula(`_xlfn.IMAGE("${server}/image.png")`)],
    ['xlsx-dde', 'xlsx', formula(`DDE("soffice","${folder}/secret.txt","x")`)],
    ['xlsx-external-http', 'xlsx', formula(`'${server}/book.xlsx'#$Sheet1.A1`)],
    ['xlsx-external-file', 'xlsx', formula(`'${folder}/secret.xlsx'#$Sheet1.A1`)],
    ['xlsx-indirect-file', 'xlsx', formula(`INDIRECT("'${folder}/secret.xlsx'#$Sheet1.A1")`)],
  ];
};

/** Their macros would write into the bait's folder. */
const macros = ({ folder }: Bait): Row[] =>
  macroDocuments(fileURLToPath(`${folder}/written-by`)).map(({ name, kind, bytes }) => [name, kind, bytes]);

const presentations = ({ server, folder }: Bait, picture: string): Row[] => {
  const image = (markup: string, ...links: Link[]): Buffer => linkedPptx({ markup, links });
  const sheet = 'Excel.Sheet.12';
  const workbook = `${folder}/secret.xlsx`;
  return [
    ['pptx-image-http', 'pptx', image(slidePicture('link'), ['image', `${server}/image.png`])],
    ['pptx-image-file', 'pptx', image(slidePicture('link'), ['image', picture])],
    ['pptx-shape-http', 'pptx', image(slideShape, ['image', `${server}/image.png`])],
    ['pptx-shape-file', 'pptx', image(slideShape, ['image', picture]), passes],
    [
      'pptx-background-file',
      'pptx',
      linkedPptx({ background: slideBackground, links: [['image', picture]] }),
      passes,
    ],
    ['pptx-chart-http', 'pptx', chart(`${server}/image.png`, `${server}/book.xlsx`)],
    ['pptx-chart-file', 'pptx', chart(picture, workbook), passes],
    [
      'pptx-svg-file',
      'pptx',
      linkedPptx({
        markup: slidePicture('embed'),
        links: [['image', '../media/image1.svg', '']],
        parts: { 'ppt/media/image1.svg': svgCanaries['plain']?.(picture) ?? '' },
        types: svgType,
      }),
      passes,
    ],
    ['pptx-ole-http', 'pptx', image(slideObject('link', sheet), ['oleObject', `${server}/book.xlsx`])],
    ['pptx-ole-file', 'pptx', image(slideObject('link', sheet), ['oleObject', workbook]), passes],
    ['pptx-ole-embedded-file', 'pptx', image(slideObject('embed', sheet), ['package', workbook]), passes],
    // LibreOffice goes by the id: the type does not have to be true.
    ['pptx-ole-as-hyperlink', 'pptx', image(slideObject('link', sheet), ['hyperlink', workbook]), passes],
    ...Object.entries(relationshipVariants).map(([name, variant]): Row => [
      `pptx-shape-${name}`,
      'pptx',
      variant(image(slideShape, ['image', picture])),
      passes,
    ]),
  ];
};

/** Documents of each kind that would send requests or include other files if LibreOffice allowed it. */
export function canaryDocuments(bait: Bait): CanaryDocument[] {
  const picture = `${bait.folder}/secret.png`;
  return [wordDocuments, workbooks, presentations, macros]
    .flatMap((make) => make(bait, picture))
    .map(([name, kind, bytes, passing]) => ({
      name,
      kind,
      text: own,
      bytes,
      passesSettings: passing !== undefined,
    }));
}
