import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { templateOf } from '../../support/synth.ts';
import { functionsOf, nameOf, template } from '../../support/template.ts';

/** The names of the functions that have layers, and the layers of each. */
const layersOf = (of = template): Record<string, string[]> =>
  Object.fromEntries(
    [...functionsOf(of)].flatMap(([name, { Properties }]) => {
      const layers = Properties['Layers'] as { Ref: string }[] | undefined;
      return layers ? [[name, layers.map(({ Ref }) => nameOf(Ref))]] : [];
    }),
  );

describe('engines', () => {
  it('come in layers, each deployed once', () => {
    template.resourceCountIs('AWS::Lambda::LayerVersion', 4);
    template.allResourcesProperties('AWS::Lambda::LayerVersion', { CompatibleArchitectures: ['x86_64'] });
    const withFonts = [
      'MergePdf',
      'SplitPdf',
      'EditPdf',
      'HtmlFile',
      'HtmlUrl',
      'HtmlMarkdown',
      'HtmlWorker',
      'PdfWorker',
      'PdfImages',
      'Thumbnail',
      'GotenbergPdfengines',
      'GotenbergChromium',
      'GotenbergLibreoffice',
    ];
    expect(layersOf()).toEqual({
      ...Object.fromEntries(withFonts.map((name) => [name, ['Layersfonts']])),
      OfficeWorker: ['Layerslibreoffice', 'Layersfonts'],
      Renderer: ['Layerschromium', 'Layersfonts'],
      ConformanceChecker: ['Layersverapdf'],
    });
  });

  it.each([
    [
      'libreoffice',
      { OFFICE_UNAVAILABLE: Match.stringLikeRegexp('LibreOffice is not installed') },
      ['Renderer'],
      [
        'Thumbnail',
        'ConvertDocx',
        'ConvertXlsx',
        'ConvertPptx',
        'ToPdf',
        'ConvertOffice',
        'GotenbergLibreoffice',
      ],
    ],
    [
      'chromium',
      { CHROMIUM_UNAVAILABLE: Match.stringLikeRegexp('Chromium is not installed') },
      ['OfficeWorker'],
      [
        ...['MergePdf', 'SplitPdf', 'EditPdf', 'PdfWorker', 'ToPdf', 'Thumbnail'],
        ...['HtmlFile', 'HtmlUrl', 'HtmlMarkdown', 'HtmlWorker', 'OfficeWorker'],
        ...['GotenbergPdfengines', 'GotenbergChromium', 'GotenbergLibreoffice'],
      ],
    ],
  ])(
    'without the layer %s are reported as unavailable to their callers, and the other engine remains',
    (missing, variables, rest, callers) => {
      const without = templateOf({}, [missing]);
      without.resourceCountIs('AWS::Lambda::LayerVersion', 3);
      without.resourcePropertiesCountIs(
        'AWS::Lambda::Function',
        { Environment: { Variables: Match.objectLike(variables) } },
        callers.length,
      );
      const [name = ''] = Object.keys(variables);
      for (const caller of callers) {
        expect(functionsOf(without).get(caller)?.Properties['Environment']).toHaveProperty([
          'Variables',
          name,
        ]);
      }
      const engines = Object.entries(layersOf(without)).filter(([, layers]) => layers.length > 1);
      expect(engines.map(([fn]) => fn)).toEqual(rest);
    },
  );

  it('are all absent when no layer is built', () => {
    const without = templateOf({}, ['libreoffice', 'chromium', 'fonts', 'verapdf']);
    without.resourceCountIs('AWS::Lambda::LayerVersion', 0);
  });

  it('have space in /tmp for their unpacked files and documents', () => {
    const storageOf = (name: string) => functionsOf().get(name)?.Properties['EphemeralStorage'];
    expect(storageOf('OfficeWorker')).toEqual({ Size: 2048 });
    expect(storageOf('Renderer')).toEqual({ Size: 1536 });
  });
});
