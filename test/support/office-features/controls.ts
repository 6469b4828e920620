import { makeWordDocument, paragraph } from './word.ts';

interface Control {
  /** Class of the control in Microsoft Forms 2.0. */
  classId: string;
  properties: Readonly<Record<string, string>>;
}

const controls: readonly Control[] = [
  { classId: 'D7053240-CE69-11CD-A777-00DD01143C57', properties: { Caption: 'Push button' } },
  {
    classId: '8BD21D40-EC42-11CE-9E0D-00AA006002F3',
    properties: { VariousPropertyBits: '746588179', DisplayStyle: '4', Caption: 'Check box', Value: '1' },
  },
  {
    classId: '8BD21D10-EC42-11CE-9E0D-00AA006002F3',
    properties: { VariousPropertyBits: '746604571', Value: 'Text field' },
  },
];

const controlPart = ({ classId, properties }: Control): string =>
  '<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" ' +
  `ax:classid="{${classId}}" ax:persistence="persistPropertyBag">` +
  Object.entries({ ...properties, Size: '2540;847' })
    .map(([name, value]) => `<ax:ocxPr ax:name="${name}" ax:value="${value}"/>`)
    .join('') +
  '</ax:ocx>';

const controlRun = (_: Control, index: number): string =>
  `<w:r><w:object><v:shape id="shape${index}" style="width:90pt;height:24pt"/>` +
  `<w:control r:id="rId${index + 1}" w:name="Control${index}" w:shapeid="shape${index}"/></w:object></w:r>`;

/** ActiveX controls in a Word document: a button, a check box and a text field, without pictures of them. */
export const activeXControls = (): Buffer =>
  makeWordDocument({
    body: paragraph(controls.map(controlRun).join('')),
    related: controls.map((_, index) => ['control', `activeX/control${index}.xml`]),
    parts: Object.fromEntries(
      controls.map((control, index) => [`word/activeX/control${index}.xml`, controlPart(control)]),
    ),
  });
