import { escapeXml, main, relationshipTypes } from './office-package.ts';

const drawing = main('drawingml');

export const presentationNamespaces = `xmlns:p="${main('presentationml')}" xmlns:a="${drawing}" xmlns:r="${relationshipTypes}"`;

export const shapeTree = (shapes: string): string =>
  '<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>' +
  `<p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes}</p:spTree>`;

const paragraph = (text: string): string =>
  `<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB" sz="2400"/><a:t>${escapeXml(text)}</a:t></a:r></a:p></p:txBody>`;

export const textBox = (text: string): string =>
  '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>' +
  `<p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext cx="7315200" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>${paragraph(text)}</p:sp>`;

export const notesBox = (text: string): string =>
  '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Notes"/><p:cNvSpPr/><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr>' +
  `<p:spPr/>${paragraph(text)}</p:sp>`;

const notesPlaceholder =
  '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Notes"/><p:cNvSpPr/><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr>' +
  '<p:spPr><a:xfrm><a:off x="685800" y="4343400"/><a:ext cx="5486400" cy="4114800"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>' +
  '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp>';

const colorMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

export const slideMaster =
  `<p:sldMaster ${presentationNamespaces}><p:cSld>${shapeTree('')}</p:cSld>${colorMap}` +
  '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>';

export const notesMaster = `<p:notesMaster ${presentationNamespaces}><p:cSld>${shapeTree(notesPlaceholder)}</p:cSld>${colorMap}</p:notesMaster>`;

const themeColors = [
  'dk1 000000',
  'lt1 FFFFFF',
  'dk2 44546A',
  'lt2 E7E6E6',
  'accent1 4472C4',
  'accent2 ED7D31',
]
  .concat([
    'accent3 A5A5A5',
    'accent4 FFC000',
    'accent5 5B9BD5',
    'accent6 70AD47',
    'hlink 0563C1',
    'folHlink 954F72',
  ])
  .map((color) => color.split(' '))
  .map(([name = '', value = '']) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  .join('');

const font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';

export const theme =
  `<a:theme xmlns:a="${drawing}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${themeColors}</a:clrScheme>` +
  `<a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme>` +
  `<a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst>` +
  `<a:lnStyleLst>${`<a:ln w="6350">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst>` +
  `<a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst>` +
  `<a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
