import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { main, type Parts, partText, relationshipTypes, withParts } from '../support/office-package.ts';

/** What every document says for itself. */
export const own = 'Own text';

/** A relationship: the end of its type, its target, and its mode: `External` by default, '' for none. */
export type Link = readonly [type: string, target: string, mode?: string];

export interface LinkedContent {
  /** Markup for the document's body, cells or shapes; `rId1`, `rId2`, … are its links. */
  markup?: string;
  links?: readonly Link[];
  parts?: Parts;
  /** Content types, by extension (`.svg`) or part (`word/settings.xml`). */
  types?: Readonly<Record<string, string>>;
}

const drawing = `xmlns:a="${main('drawingml')}"`;

/** A relationships part; the ids are `rId1`, `rId2`, …, in this order, or begin with another letter. */
export function linksPart(links: readonly Link[], id = 'rId'): string {
  const elements = links.map(([type, target, mode = 'External'], index) => {
    const targetMode = mode && ` TargetMode="${mode}"`;
    return `<Relationship Id="${id}${index + 1}" Type="${relationshipTypes}/${type}" Target="${target}"${targetMode}/>`;
  });
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${elements.join('')}</Relationships>`;
}

const replaced = (document: Buffer, part: string, from: string | RegExp, to: string): Buffer =>
  withParts(document, { [part]: partText(document, part).replace(from, to) });

function complete(document: Buffer, { parts = {}, types = {} }: LinkedContent): Buffer {
  const declared = Object.entries(types).map(([name, type]) =>
    name.startsWith('.')
      ? `<Default Extension="${name.slice(1)}" ContentType="${type}"/>`
      : `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  return withParts(
    replaced(document, '[Content_Types].xml', '</Types>', `${declared.join('')}</Types>`),
    parts,
  );
}

/** A Word document with paragraphs behind its own. */
export function linkedDocx(content: LinkedContent): Buffer {
  const namespaces =
    `xmlns:r="${relationshipTypes}" ${drawing} xmlns:v="urn:schemas-microsoft-com:vml" ` +
    'xmlns:o="urn:schemas-microsoft-com:office:office" ' +
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
  const marked = replaced(
    makeDocx({ text: own, parts: { 'word/_rels/document.xml.rels': linksPart(content.links ?? []) } }),
    'word/document.xml',
    '<w:sectPr>',
    `${content.markup ?? ''}<w:sectPr>`,
  );
  return complete(
    replaced(marked, 'word/document.xml', '<w:document ', `<w:document ${namespaces} `),
    content,
  );
}

/** A workbook with rows behind its own, or a drawing (`xdr:` elements) beside it, which then has the links. */
export function linkedXlsx(content: LinkedContent & { drawing?: string }): Buffer {
  const { markup = '', links = [], drawing: drawn } = content;
  const after = drawn === undefined ? '' : `<drawing xmlns:r="${relationshipTypes}" r:id="rId1"/>`;
  const workbook = replaced(
    makeXlsx({ rows: [[own]], after }),
    'xl/worksheets/sheet1.xml',
    '</sheetData>',
    `${markup}</sheetData>`,
  );
  if (drawn === undefined) return complete(workbook, content);
  const namespaces = `xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ${drawing} xmlns:r="${relationshipTypes}"`;
  const anchor =
    '<xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>2</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="900000" cy="900000"/>';
  return complete(workbook, {
    parts: {
      'xl/worksheets/_rels/sheet1.xml.rels': linksPart([['drawing', '../drawings/drawing1.xml', '']]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${namespaces}><xdr:oneCellAnchor>${anchor}${drawn}<xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': linksPart(links),
    },
    types: { 'xl/drawings/drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml' },
  });
}

/** A presentation with shapes behind its own, and a background, whose links are `rIdX1`, `rIdX2`, …. */
export function linkedPptx(content: LinkedContent & { background?: string }): Buffer {
  const { markup = '', background = '', links = [] } = content;
  const slide = 'ppt/slides/slide1.xml';
  const relationships = 'ppt/slides/_rels/slide1.xml.rels';
  const marked = replaced(makePptx({ slides: [own] }), slide, '</p:spTree>', `${markup}</p:spTree>`);
  const set = replaced(marked, slide, '<p:cSld>', `<p:cSld>${background}`);
  const added = /<Relationships[^>]*>(.*)<\/Relationships>/.exec(linksPart(links, 'rIdX'))?.[1] ?? '';
  return complete(replaced(set, relationships, '</Relationships>', `${added}</Relationships>`), content);
}

/** The frame of everything that is drawn: 2.5 cm wide and high. */
export const box =
  '<a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';

/** A fill with a picture, `embed` or `link` of a relationship. */
export const pictureFill = (how: 'embed' | 'link', id: string): string =>
  `<a:blipFill><a:blip r:${how}="${id}"/><a:stretch><a:fillRect/></a:stretch></a:blipFill>`;
