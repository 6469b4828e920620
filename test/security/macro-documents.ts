import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { partText, withParts } from '../support/office-package.ts';
import { makeVbaProject } from '../support/vba-project.ts';
import { own } from './linked-documents.ts';

export interface MacroDocument {
  name: string;
  kind: 'docx' | 'xlsx' | 'pptx';
  bytes: Buffer;
}

/** `document` with a VBA project at its main part, of the content type that may have one. */
function withMacro(document: Buffer, main: string, module: string, code: string): Buffer {
  const [, folder = '', name = ''] = /^(.*)\/(.*)$/.exec(main) ?? [];
  const relationships = `${folder}/_rels/${name}.rels`;
  const link =
    '<Relationship Id="rIdVba" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>';
  let present =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';
  if (folder !== 'word') present = partText(document, relationships);
  const macroTypes = {
    word: 'application/vnd.ms-word.document.macroEnabled.main+xml',
    xl: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
    ppt: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
  };
  return withParts(document, {
    [`${folder}/vbaProject.bin`]: makeVbaProject(module, code),
    [relationships]: present.replace('</Relationships>', `${link}</Relationships>`),
    '[Content_Types].xml': partText(document, '[Content_Types].xml')
      .replace(
        /(PartName="\/\w+\/(?:document|workbook|presentation)\.xml" ContentType=")[^"]*/,
        `$1${macroTypes[folder as keyof typeof macroTypes]}`,
      )
      .replace(
        '</Types>',
        `<Override PartName="/${folder}/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>`,
      ),
  });
}

/** Documents whose macros write a file as soon as they are opened, where macros run: `<path>-<name>`. */
export function macroDocuments(path: string): MacroDocument[] {
  const code = (name: string, ...procedures: string[]): string =>
    procedures
      .map((head) => `${head}\nOpen "${path}-${name}" For Output As #1\nPrint #1, "ran"\nClose #1\nEnd Sub`)
      .join('\n');
  const workbook = makeXlsx({ rows: [[own]] });
  const named = withParts(workbook, {
    'xl/workbook.xml': partText(workbook, 'xl/workbook.xml').replace(
      '<sheets>',
      '<workbookPr codeName="ThisWorkbook"/><sheets>',
    ),
  });
  return [
    {
      name: 'docx-macro',
      kind: 'docx',
      bytes: withMacro(
        makeDocx({ text: own }),
        'word/document.xml',
        'ThisDocument',
        code('docx-macro', 'Private Sub Document_Open()', 'Sub AutoOpen()'),
      ),
    },
    {
      name: 'xlsx-macro',
      kind: 'xlsx',
      bytes: withMacro(
        named,
        'xl/workbook.xml',
        'ThisWorkbook',
        code('xlsx-macro', 'Private Sub Workbook_Open()', 'Sub Auto_Open()'),
      ),
    },
    {
      name: 'pptx-macro',
      kind: 'pptx',
      bytes: withMacro(
        makePptx({ slides: [own] }),
        'ppt/presentation.xml',
        'Module1',
        code('pptx-macro', 'Sub Auto_Open()', 'Sub OnSlideShowPageChange()'),
      ),
    },
  ];
}
