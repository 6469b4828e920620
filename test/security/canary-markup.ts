import { main } from '../support/office-package.ts';
import { box, pictureFill } from './linked-documents.ts';

/** What documents can hold that leads out of them, as markup that names a relationship. */

type How = 'embed' | 'link';

const paragraph = (content: string): string => `<w:p><w:r>${content}</w:r></w:p>`;

const drawing = (uri: string, content: string): string =>
  `<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic></wp:inline></w:drawing>`;

/** A picture in a Word document. */
export function wordPicture(how: How, id: string): string {
  const uri = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
  const fill = pictureFill(how, id).replaceAll('a:blipFill', 'pic:blipFill');
  const picture = `<pic:pic xmlns:pic="${uri}"><pic:nvPicPr><pic:cNvPr id="9" name="p"/><pic:cNvPicPr/></pic:nvPicPr>${fill}<pic:spPr>${box}</pic:spPr></pic:pic>`;
  return paragraph(drawing(uri, picture));
}

/** A shape in a Word document that is filled with a picture. */
export function wordShape(how: How, id: string): string {
  const uri = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
  const shape = `<wps:wsp xmlns:wps="${uri}"><wps:cNvSpPr/><wps:spPr>${box}${pictureFill(how, id)}</wps:spPr><wps:bodyPr/></wps:wsp>`;
  const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
  return paragraph(
    `<mc:AlternateContent xmlns:mc="${compatibility}"><mc:Choice Requires="wps">${drawing(uri, shape)}</mc:Choice></mc:AlternateContent>`,
  );
}

/** An object in a Word document that is linked or embedded, without a picture of it. */
export const wordObject = (type: 'Link' | 'Embed', program: string): string =>
  paragraph(
    `<w:object><v:shape id="s1" style="width:140pt;height:140pt"/><o:OLEObject Type="${type}" ProgID="${program}" ShapeID="s1" DrawAspect="Content" ObjectID="_1" r:id="rId1" UpdateMode="Always"/></w:object>`,
  );

/** A field of a Word document with its last result, `cached`. */
export const wordField = (instruction: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>cached</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

/** A picture beside a sheet. */
export const sheetPicture = `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="p"/><xdr:cNvPicPr/></xdr:nvPicPr>${pictureFill('link', 'rId1').replaceAll('a:blipFill', 'xdr:blipFill')}<xdr:spPr>${box}</xdr:spPr></xdr:pic>`;

/** A shape beside a sheet that is filled with a picture. */
export const sheetShape = `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="s"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr>${box}${pictureFill('link', 'rId1')}</xdr:spPr></xdr:sp>`;

/** A row with a formula and its last result, `cached`. */
export const formulaRow = (formula: string): string =>
  `<row><c t="str"><f>${formula}</f><v>cached</v></c></row>`;

export const slidePicture = (how: How): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="9" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>${pictureFill(how, 'rIdX1').replaceAll('a:blipFill', 'p:blipFill')}<p:spPr>${box}</p:spPr></p:pic>`;

export const slideShape = `<p:sp><p:nvSpPr><p:cNvPr id="9" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box}${pictureFill('link', 'rIdX1')}</p:spPr></p:sp>`;

export const slideBackground = `<p:bg><p:bgPr>${pictureFill('link', 'rIdX1')}<a:effectLst/></p:bgPr></p:bg>`;

const frame = (uri: string, content: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="o"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></p:xfrm><a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`;

/** An object on a slide, without a picture of it. */
export const slideObject = (how: 'link' | 'embed', program: string): string =>
  frame(
    'http://schemas.openxmlformats.org/presentationml/2006/ole',
    `<p:oleObj progId="${program}" r:id="rIdX1" imgW="900000" imgH="900000"><p:${how}${how === 'link' ? ' updateAutomatic="1"' : ''}/></p:oleObj>`,
  );

const chartNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';

export const slideChart = frame(chartNamespace, `<c:chart xmlns:c="${chartNamespace}" r:id="rIdX1"/>`);

/** A chart part whose area is filled with the picture `rId1` and whose data are `rId2`. */
export const chartPart = `<c:chartSpace xmlns:c="${chartNamespace}" xmlns:a="${main('drawingml')}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:chart><c:plotArea><c:pieChart><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef><c:f>Sheet1!$A$1:$A$2</c:f><c:numCache><c:ptCount val="2"/><c:pt idx="0"><c:v>1</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:pieChart></c:plotArea></c:chart><c:spPr>${pictureFill('link', 'rId1')}</c:spPr><c:externalData r:id="rId2"><c:autoUpdate val="1"/></c:externalData></c:chartSpace>`;
