import {
  contentType,
  escapeXml,
  main,
  makePackage,
  type Parts,
  relationships,
  relationshipTypes,
} from './office-package.ts';
import {
  notesBox,
  notesMaster,
  presentationNamespaces,
  shapeTree,
  slideMaster,
  textBox,
  theme,
} from './slide-markup.ts';

export interface DocxContent {
  /** `\n` begins a paragraph, `\f` a page. */
  text?: string;
  parts?: Parts;
}

/** A minimal Word document, as ECMA-376 demands it. */
export function makeDocx({ text = 'A document', parts = {} }: DocxContent = {}): Buffer {
  const paragraphs = text.split(/(?=\f)|\n/).map((line) => {
    const pageBreak = line.startsWith('\f') ? '<w:br w:type="page"/>' : '';
    return `<w:p><w:r>${pageBreak}<w:t xml:space="preserve">${escapeXml(line.replace('\f', ''))}</w:t></w:r></w:p>`;
  });
  const section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  return makePackage(
    {
      'word/document.xml': `<w:document xmlns:w="${main('wordprocessingml')}"><w:body>${paragraphs.join('')}${section}</w:body></w:document>`,
    },
    'word/document.xml',
    { 'word/document.xml': contentType('wordprocessingml', 'document.main') },
    parts,
  );
}

export interface SheetContent {
  rows: readonly (readonly (string | number)[])[];
  /** XML behind the rows, `<pageSetup …/>` for one. */
  after?: string;
}

export interface XlsxContent extends Partial<SheetContent> {
  /** Several sheets, in place of `rows`. */
  sheets?: readonly SheetContent[];
  parts?: Parts;
}

/** A minimal Excel workbook; its sheets are `Sheet1`, `Sheet2`, …, in `xl/worksheets/sheet1.xml`, …. */
export function makeXlsx({ rows = [['A cell']], after = '', sheets, parts = {} }: XlsxContent = {}): Buffer {
  const all = sheets ?? [{ rows, after }];
  const sheetPart = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;
  const list = all.map(
    (_, index) => `<sheet name="Sheet${index + 1}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return makePackage(
    {
      'xl/workbook.xml': `<workbook xmlns="${main('spreadsheetml')}" xmlns:r="${relationshipTypes}"><sheets>${list.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships(
        all.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ),
      ...Object.fromEntries(all.map((sheet, index) => [sheetPart(index), sheetXml(sheet)])),
    },
    'xl/workbook.xml',
    {
      'xl/workbook.xml': contentType('spreadsheetml', 'sheet.main'),
      ...Object.fromEntries(
        all.map((_, index) => [sheetPart(index), contentType('spreadsheetml', 'worksheet')]),
      ),
    },
    parts,
  );
}

function sheetXml({ rows, after = '' }: SheetContent): string {
  const cell = (value: string | number): string =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  return `<worksheet xmlns="${main('spreadsheetml')}"><sheetData>${data}</sheetData>${after}</worksheet>`;
}

export interface SlideContent {
  text: string;
  hidden?: boolean;
  /** The speaker's notes. */
  notes?: string;
}

export interface PptxContent {
  slides?: readonly (string | SlideContent)[];
  parts?: Parts;
}

/** A minimal PowerPoint presentation: one master, one layout, one text box on each slide. */
export function makePptx({ slides = ['A slide'], parts = {} }: PptxContent = {}): Buffer {
  const all = slides.map((slide) => (typeof slide === 'string' ? { text: slide } : slide));
  const package_: Record<string, string> = {
    'ppt/slideMasters/slideMaster1.xml': slideMaster,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationships([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${presentationNamespaces}><p:cSld>${shapeTree('')}</p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships([
      ['slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
    'ppt/theme/theme1.xml': theme,
  };
  const types: Record<string, string> = {
    'ppt/presentation.xml': contentType('presentationml', 'presentation.main'),
    'ppt/slideMasters/slideMaster1.xml': contentType('presentationml', 'slideMaster'),
    'ppt/slideLayouts/slideLayout1.xml': contentType('presentationml', 'slideLayout'),
    'ppt/theme/theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml',
  };
  const hasNotes = all.some(({ notes }) => notes !== undefined);
  const links: [string, string][] = [['slideMaster', 'slideMasters/slideMaster1.xml']];
  if (hasNotes) {
    links.push(['notesMaster', 'notesMasters/notesMaster1.xml']);
    package_['ppt/notesMasters/notesMaster1.xml'] = notesMaster;
    package_['ppt/notesMasters/_rels/notesMaster1.xml.rels'] = relationships([
      ['theme', '../theme/theme2.xml'],
    ]);
    package_['ppt/theme/theme2.xml'] = theme;
    types['ppt/notesMasters/notesMaster1.xml'] = contentType('presentationml', 'notesMaster');
    types['ppt/theme/theme2.xml'] = 'application/vnd.openxmlformats-officedocument.theme+xml';
  }
  const firstSlideLink = links.length + 1;
  for (const [index, { text, hidden = false, notes }] of all.entries()) {
    const name = `slide${index + 1}.xml`;
    const slideLinks: [string, string][] = [['slideLayout', '../slideLayouts/slideLayout1.xml']];
    links.push(['slide', `slides/${name}`]);
    types[`ppt/slides/${name}`] = contentType('presentationml', 'slide');
    package_[`ppt/slides/${name}`] =
      `<p:sld ${presentationNamespaces}${hidden ? ' show="0"' : ''}><p:cSld>${shapeTree(textBox(text))}</p:cSld></p:sld>`;
    if (notes !== undefined) {
      const notesName = `notesSlide${index + 1}.xml`;
      slideLinks.push(['notesSlide', `../notesSlides/${notesName}`]);
      types[`ppt/notesSlides/${notesName}`] = contentType('presentationml', 'notesSlide');
      package_[`ppt/notesSlides/${notesName}`] =
        `<p:notes ${presentationNamespaces}><p:cSld>${shapeTree(notesBox(notes))}</p:cSld></p:notes>`;
      package_[`ppt/notesSlides/_rels/${notesName}.rels`] = relationships([
        ['notesMaster', '../notesMasters/notesMaster1.xml'],
        ['slide', `../slides/${name}`],
      ]);
    }
    package_[`ppt/slides/_rels/${name}.rels`] = relationships(slideLinks);
  }
  const slideIds = all.map(
    (_, index) => `<p:sldId id="${256 + index}" r:id="rId${firstSlideLink + index}"/>`,
  );
  package_['ppt/presentation.xml'] =
    `<p:presentation ${presentationNamespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` +
    (hasNotes ? '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>' : '') +
    `<p:sldIdLst>${slideIds.join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`;
  package_['ppt/_rels/presentation.xml.rels'] = relationships(links);
  return makePackage(package_, 'ppt/presentation.xml', types, parts);
}
