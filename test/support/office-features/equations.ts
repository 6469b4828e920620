import { makePptx } from '../office.ts';
import { presentationNamespaces, shapeTree } from '../slide-markup.ts';
import { makeWordDocument } from './word.ts';

const mathNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/math';

const text = (content: string): string => `<m:r><m:t>${content}</m:t></m:r>`;

/** `mass = √(7/9) + Σ spin` as Office Math Markup (ECMA-376 part 1, 22.1). */
const formula = [
  text('mass='),
  `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:f><m:num>${text('7')}</m:num><m:den>${text('9')}</m:den></m:f></m:e></m:rad>`,
  text('+'),
  `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${text('k')}</m:sub><m:sup>${text('n')}</m:sup><m:e>${text('spin')}</m:e></m:nary>`,
].join('');

/** An equation of Word's own. */
export const wordEquation = (): Buffer =>
  makeWordDocument({ body: `<w:p><m:oMathPara><m:oMath>${formula}</m:oMath></m:oMathPara></w:p>` });

/** An equation of PowerPoint's own, which stands in a text box. */
export function slideEquation(): Buffer {
  const math = `<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><m:oMathPara xmlns:m="${mathNamespace}"><m:oMath>${formula}</m:oMath></m:oMathPara></a14:m>`;
  const box =
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Equation"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>' +
    '<p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext cx="7315200" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>' +
    `<p:txBody><a:bodyPr/><a:lstStyle/><a:p>${math}</a:p></p:txBody></p:sp>`;
  return makePptx({
    parts: {
      'ppt/slides/slide1.xml': `<p:sld ${presentationNamespaces}><p:cSld>${shapeTree(box)}</p:cSld></p:sld>`,
    },
  });
}
