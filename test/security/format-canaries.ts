import { fileURLToPath } from 'node:url';
import {
  makeFlatDocument,
  makeOpenDocument,
  type OpenDocumentContent,
  type OpenDocumentKind,
} from '../support/open-document.ts';
import { makeXls } from '../support/binary-workbook.ts';
import type { Bait } from './bait.ts';
import type { CanaryDocument } from './canary-documents.ts';
import { own } from './linked-documents.ts';
import { svgCanaries } from './svg-canaries.ts';

type Canary = readonly [name: string, kind: string, bytes: Buffer | string];

const paragraph = `<text:p>${own}</text:p>`;
const frame = (content: string): string =>
  `<draw:frame svg:x="2cm" svg:y="5cm" svg:width="6cm" svg:height="3cm">${content}</draw:frame>`;
const page = (content: string): string =>
  `<draw:page draw:name="p" draw:master-page-name="Standard">${frame(`<draw:text-box>${paragraph}</draw:text-box>`)}${content}</draw:page>`;
const row = (cells: string): string => `<table:table-row>${cells}</table:table-row>`;
const sheet = (content: string, name = 'Sheet1'): string =>
  `<table:table table:name="${name}">${row(`<table:table-cell office:value-type="string"><text:p>${own}</text:p></table:table-cell>`)}${content}</table:table>`;
const formula = (text: string): string =>
  sheet(
    row(
      `<table:table-cell table:formula="of:=${text}" office:value-type="string"><text:p>cached</text:p></table:table-cell>`,
    ),
  );
const href = (target: string): string => `xlink:href="${target}" xlink:type="simple"`;
const active = 'xlink:show="embed" xlink:actuate="onLoad"';

/** Documents whose links are in their content. */
function contents({ server, folder }: Bait): [string, OpenDocumentKind, OpenDocumentContent][] {
  const [picture, text] = [`${folder}/secret.png`, `${folder}/secret.txt`];
  const document = `${folder}/secret.docx`;
  const textWith = (body: string): OpenDocumentContent => ({ body: paragraph + body });
  const anchored = (content: string): OpenDocumentContent => textWith(`<text:p>${frame(content)}</text:p>`);
  const event = (target: string): string =>
    `<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" ${href(target)}/></office:event-listeners>`;
  return [
    ['image-file', 'text', anchored(`<draw:image ${href(picture)} ${active}/>`)],
    ['image-http', 'text', anchored(`<draw:image ${href(`${server}/image.png`)} ${active}/>`)],
    [
      'image-references',
      'text',
      anchored(`<draw:image ${href(picture.replace('file', '&#102;il&#x65;'))} ${active}/>`),
    ],
    [
      'image-other-prefix',
      'text',
      anchored(`<draw:image xmlns:x="http://www.w3.org/1999/xlink" x:href="${picture}" x:type="simple"/>`),
    ],
    [
      'image-relative',
      'text',
      anchored(`<draw:image ${href(`../../../../../..${fileURLToPath(picture)}`)} ${active}/>`),
    ],
    ['object-file', 'text', anchored(`<draw:object ${href(`${folder}/secret.xlsx`)} ${active}/>`)],
    ['object-ole-file', 'text', anchored(`<draw:object-ole ${href(`${folder}/secret.xlsx`)} ${active}/>`)],
    ['frame-file', 'text', anchored(`<draw:floating-frame ${href(text)} ${active}/>`)],
    ['plugin-file', 'text', anchored(`<draw:plugin ${href(picture)} draw:mime-type="image/png" ${active}/>`)],
    [
      'section-file',
      'text',
      textWith(
        `<text:section text:name="s"><text:section-source ${href(document)}/>${paragraph}</text:section>`,
      ),
    ],
    [
      'section-dde',
      'text',
      textWith(
        `<text:section text:name="s"><office:dde-source office:dde-application="soffice" office:dde-topic="${text}" office:dde-item="x" office:automatic-update="true"/>${paragraph}</text:section>`,
      ),
    ],
    [
      'background-file',
      'text',
      {
        before: `<office:automatic-styles><style:style style:name="P1" style:family="paragraph"><style:paragraph-properties><style:background-image ${href(picture)} ${active}/></style:paragraph-properties></style:style></office:automatic-styles>`,
        body: `<text:p text:style-name="P1">${own}</text:p>`,
      },
    ],
    [
      'list-image-file',
      'text',
      {
        before: `<office:automatic-styles><text:list-style style:name="L1"><text:list-level-style-image text:level="1" ${href(picture)} ${active}><style:list-level-properties fo:width="1cm" fo:height="1cm"/></text:list-level-style-image></text:list-style></office:automatic-styles>`,
        body: `<text:list text:style-name="L1"><text:list-item>${paragraph}</text:list-item></text:list>`,
      },
    ],
    [
      'template-file',
      'text',
      {
        body: paragraph,
        meta: `<meta:template ${href(document)} meta:date="2020-01-01T00:00:00"/><meta:auto-reload ${href(document)} meta:delay="PT1S"/>`,
      },
    ],
    [
      'form-image-file',
      'text',
      textWith(
        `<office:forms><form:form form:name="f" form:datasource="${folder}/secret.xlsx" form:command="Sheet1" form:command-type="table"><form:connection-resource ${href(`${folder}/secret.xlsx`)}/><form:image-frame xml:id="c1" form:id="c1" form:name="i" form:image-data="${picture}"/></form:form></office:forms><text:p><draw:control svg:x="1cm" svg:y="1cm" svg:width="3cm" svg:height="3cm" draw:control="c1"/></text:p>`,
      ),
    ],
    [
      'xforms-file',
      'text',
      textWith(
        `<office:forms><xforms:model id="m" schema="${text}"><xforms:instance id="i" src="${text}"/></xforms:model></office:forms>`,
      ),
    ],
    [
      'script-event',
      'text',
      {
        before: `<office:scripts>${event('vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document')}</office:scripts>`,
        body: paragraph,
      },
    ],
    [
      'table-source-file',
      'spreadsheet',
      {
        body:
          sheet('') +
          `<table:table table:name="Linked"><table:table-source ${href(`${folder}/secret.xlsx`)} table:table-name="Sheet1" table:mode="copy-all"/>${row('<table:table-cell/>')}</table:table>`,
      },
    ],
    [
      'range-source-file',
      'spreadsheet',
      {
        body: sheet(
          row(
            `<table:table-cell><table:cell-range-source table:name="Sheet1" table:last-column-spanned="1" table:last-row-spanned="1" ${href(`${folder}/secret.xlsx`)} table:refresh-delay="PT1S"/></table:table-cell>`,
          ),
        ),
      },
    ],
    ['external-file', 'spreadsheet', { body: formula(`['${folder}/secret.xlsx'#$Sheet1.A1]`) }],
    ['webservice-file', 'spreadsheet', { body: formula(`WEBSERVICE(&quot;${text}&quot;)`) }],
    ['webservice-http', 'spreadsheet', { body: formula(`WEBSERVICE(&quot;${server}/service&quot;)`) }],
    [
      'dde-formula',
      'spreadsheet',
      { body: formula(`DDE(&quot;soffice&quot;;&quot;${text}&quot;;&quot;x&quot;)`) },
    ],
    [
      'indirect-file',
      'spreadsheet',
      { body: formula(`INDIRECT(&quot;'${folder}/secret.xlsx'#$Sheet1.A1&quot;)`) },
    ],
    [
      'dde-link',
      'spreadsheet',
      {
        body:
          sheet('') +
          `<table:dde-links><table:dde-link><office:dde-source office:dde-application="soffice" office:dde-topic="${text}" office:dde-item="x"/><table:table>${row('<table:table-cell/>')}</table:table></table:dde-link></table:dde-links>`,
      },
    ],
    ['slide-image-file', 'presentation', { body: page(frame(`<draw:image ${href(picture)} ${active}/>`)) }],
    [
      'slide-object-file',
      'presentation',
      { body: page(frame(`<draw:object ${href(`${folder}/secret.xlsx`)} ${active}/>`)) },
    ],
    [
      'slide-fill-file',
      'presentation',
      {
        before: `<office:styles><draw:fill-image draw:name="b" ${href(picture)} ${active}/></office:styles><office:automatic-styles><style:style style:name="g1" style:family="graphic"><style:graphic-properties draw:fill="bitmap" draw:fill-image-name="b"/></style:style></office:automatic-styles>`,
        body: page(
          `<draw:rect draw:style-name="g1" svg:x="1cm" svg:y="8cm" svg:width="3cm" svg:height="3cm"/>`,
        ),
      },
    ],
    [
      'slide-sound-file',
      'presentation',
      {
        body: page(frame(`<draw:plugin ${href(picture)} draw:mime-type="application/vnd.sun.star.media"/>`)),
      },
    ],
    [
      'slide-tables-setting',
      'presentation',
      {
        body: page(''),
        settings: `<config:config-item-set config:name="ooo:configuration-settings">${['BitmapTableURL', 'ColorTableURL', 'DashTableURL'].map((name) => `<config:config-item config:name="${name}" config:type="string">${text}</config:config-item>`).join('')}</config:config-item-set>`,
      },
    ],
    ['drawing-image-file', 'graphics', { body: page(frame(`<draw:image ${href(picture)} ${active}/>`)) }],
  ];
}

const extensions = { text: 'odt', spreadsheet: 'ods', presentation: 'odp', graphics: 'odg' } as const;

function openDocuments(bait: Bait): Canary[] {
  const picture = `${bait.folder}/secret.png`;
  const all = contents(bait).flatMap(([name, kind, content]): Canary[] => [
    [`${extensions[kind]}-${name}`, extensions[kind], makeOpenDocument(kind, content)],
    [`f${extensions[kind]}-${name}`, `f${extensions[kind]}`, makeFlatDocument(kind, content)],
  ]);
  const image = (source: string): string => `<text:p>${frame(source)}</text:p>`;
  const svgs = ['plain', 'gzip', 'character-references', 'svg-in-svg'].flatMap((name): Canary[] => {
    const svg = svgCanaries[name]?.(picture) ?? '';
    const data = Buffer.from(svg).toString('base64');
    return [
      [
        `odt-svg-${name}`,
        'odt',
        makeOpenDocument(
          'text',
          { body: paragraph + image(`<draw:image ${href('Pictures/1.svg')} ${active}/>`) },
          { 'Pictures/1.svg': svg },
        ),
      ],
      [
        `fodt-svg-${name}`,
        'fodt',
        makeFlatDocument('text', {
          body:
            paragraph + image(`<draw:image><office:binary-data>${data}</office:binary-data></draw:image>`),
        }),
      ],
    ];
  });
  const inner = contents(bait).find(([name]) => name === 'image-file')?.[2];
  const wrapper: Canary[] = [
    [
      'odt-object-in-package',
      'odt',
      makeOpenDocument(
        'text',
        { body: paragraph + image(`<draw:object ${href('./Object 1')} ${active}/>`) },
        {
          'Object 1/content.xml': `<?xml version="1.0"?>${makeFlatDocument('text', inner ?? { body: '' })
            .toString()
            .replace(/^.*\n/, '')
            .replaceAll('office:document', 'office:document-content')}`,
        },
      ),
    ],
    ['odt-basic-macro', 'odt', macroDocument(bait)],
  ];
  return [...all, ...svgs, ...wrapper];
}

/** A text whose Basic macro would write into the bait's folder as soon as it is opened. */
function macroDocument({ folder }: Bait): Buffer {
  const path = fileURLToPath(`${folder}/written-by-basic`);
  const library = 'xmlns:library="http://openoffice.org/2000/library"';
  return makeOpenDocument(
    'text',
    {
      before:
        '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>',
      body: paragraph,
    },
    {
      'Basic/script-lc.xml': `<?xml version="1.0"?><library:libraries ${library} xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>`,
      'Basic/Standard/script-lb.xml': `<?xml version="1.0"?><library:library ${library} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
      'Basic/Standard/Module1.xml': `<?xml version="1.0"?><script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">Sub Main\nOpen "${path}" For Output As #1\nPrint #1, "ran"\nClose #1\nEnd Sub</script:module>`,
    },
  );
}

function richTexts({ server, folder }: Bait): Canary[] {
  const picture = `${folder}/secret.png`;
  const rtf = (content: string): string =>
    `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}${own}\\par ${content}}`;
  const field = (instruction: string): string =>
    rtf(`{\\field{\\*\\fldinst ${instruction}}{\\fldrslt cached}}`);
  const hex = (bytes: Buffer): string => bytes.toString('hex');
  const link = Buffer.concat([
    Buffer.from([1, 5, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0]),
    Buffer.from('Package\0'),
    Buffer.from([0, 0, 0, 0]),
    Buffer.from(`${fileURLToPath(picture)}\0`),
  ]);
  const svg = (name: string): Buffer => Buffer.from(svgCanaries[name]?.(picture) ?? '');
  const size = '\\picw2400\\pich2400\\picwgoal1300\\pichgoal1300';
  return [
    ['includepicture-file', field(`INCLUDEPICTURE "${picture}" \\\\d`)],
    ['includepicture-http', field(`INCLUDEPICTURE "${server}/image.png" \\\\d`)],
    ['includepicture-escaped', field(`\\'49NCLUDEPICTURE "${picture}" \\\\d`)],
    ['includepicture-grouped', field(`{\\b INCLUDE}{PICTURE "${picture}" \\\\d}`)],
    ['includetext-file', field(`INCLUDETEXT "${folder}/secret.docx"`)],
    ['import-file', field(`IMPORT "${picture}" \\\\d`)],
    ['link-file', field(`LINK Word.Document.12 "${folder}/secret.docx" "" \\\\a \\\\r`)],
    ['dde', field(`DDEAUTO soffice "${folder}/secret.txt" x`)],
    ['template-file', rtf(`{\\*\\template ${folder}/secret.docx}`)],
    [
      'object-link-file',
      rtf(
        `{\\object\\objautlink\\objupdate{\\*\\objclass Package}{\\*\\objdata ${hex(link)}}{\\result cached}}`,
      ),
    ],
    [
      'object-called-embedded',
      rtf(`{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata ${hex(link)}}{\\result cached}}`),
    ],
    [
      'shape-picture-file',
      rtf(
        `{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright2000\\shpbottom2000{\\sp{\\sn shapeType}{\\sv 75}}{\\sp{\\sn pibName}{\\sv ${picture}}}{\\sp{\\sn pibFlags}{\\sv 10}}{\\sp{\\sn fillType}{\\sv 3}}{\\sp{\\sn fillBlipName}{\\sv ${picture}}}}}`,
      ),
    ],
    ['subdocument-file', rtf(`{\\*\\filetbl{\\file\\fid1 ${folder}/secret.docx}}{\\subdocument1}`)],
    ['picture-svg', rtf(`{\\pict\\pngblip${size} ${hex(svg('plain'))}}`)],
    [
      'picture-svg-binary',
      rtf(`{\\pict\\pngblip${size}\\bin${svg('plain').length} ${svg('plain').toString('latin1')}}`),
    ],
    ['picture-svg-gzip', rtf(`{\\pict\\emfblip${size} ${hex(svg('gzip'))}}`)],
    ['datastore', rtf(`{\\*\\datastore ${hex(Buffer.from(picture))}}`)],
    ['font-file', rtf(`{\\fonttbl{\\f1{\\*\\fontemb\\ftruetype{\\*\\fontfile ${picture}}}Other;}}`)],
  ].map(([name = '', content = '']) => [`rtf-${name}`, 'rtf', Buffer.from(content, 'latin1')]);
}

/** Text that other programs, and LibreOffice under other circumstances, read as a document. */
function texts({ server, folder }: Bait): Canary[] {
  const html = `<p>${own}</p><img src="${folder}/secret.png"><img src="${server}/image.png"><iframe src="${folder}/secret.txt"></iframe>`;
  const flat = makeFlatDocument('text', {
    body: `${paragraph}<text:p>${frame(`<draw:image ${href(`${folder}/secret.png`)}/>`)}</text:p>`,
  }).toString();
  const formulas = [
    `WEBSERVICE("${folder}/secret.txt")`,
    `'${folder}/secret.xlsx'#$Sheet1.A1`,
    `DDE("soffice","${folder}/secret.txt","x")`,
  ];
  return [
    ['txt-html', 'txt', html],
    ['txt-late-html', 'txt', `${own}\n<html><body>${html}`],
    ['txt-flat', 'txt', `${own}\n${flat}`],
    ['csv-html', 'csv', `${html},b\n`],
    ['csv-flat', 'csv', ` ,\n${flat}`],
    ...formulas.map((text, index): Canary => [
      `csv-formula-${index + 1}`,
      'csv',
      `${own},"=${text.replaceAll('"', '""')}"\n`,
    ]),
  ];
}

/** Those that LibreOffice's settings do not hold back. */
const passing = new RegExp(
  `^(?:${[
    'f?odt-(?:background|list-image|template|xforms)-file',
    'f?odt-svg-.*',
    'f?odp-slide-object-file',
    'odp-slide-image-file',
    'fodp-slide-fill-file',
    'odg-drawing-image-file',
    'rtf-includepicture-file',
    'rtf-picture-svg.*',
    'xls-indirect-file',
  ].join('|')})$`,
);

/** Binary formats, whose links stay. */
const binaries = ({ folder }: Bait): Canary[] => [
  ['xls-indirect-file', 'xls', makeXls([{ text: own }, { indirect: `'${folder}/secret.xlsx'#$Sheet1.A1` }])],
];

/** Documents of other formats than Office Open XML that reach for files and servers. */
export const formatCanaries = (bait: Bait): CanaryDocument[] =>
  [...openDocuments(bait), ...richTexts(bait), ...texts(bait), ...binaries(bait)].map(
    ([name, kind, bytes]) => ({
      name,
      kind,
      text: own,
      bytes: Buffer.from(bytes),
      passesSettings: passing.test(name),
      passesPreparation: kind === 'xls',
    }),
  );
