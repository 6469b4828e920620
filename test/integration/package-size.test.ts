import { readStackFunctions } from 'local-stack';
import { describe, expect, it } from 'vitest';
import { templateFile } from '../../cdk/build.ts';
import { functionNames } from '../../cdk/functions.ts';
import { engines } from '../../cdk/engines.ts';
import { listTree, treeSize } from '../../layers/layer-tree.ts';
import { functionAllowance, unzippedLimit } from '../../layers/size-limit.ts';
import { leftOut } from '../support/requirements.ts';

const functions = await readStackFunctions(templateFile);

const sizeOf = async (folder: string): Promise<number> => treeSize(await listTree(folder));

it('the template has every function', () => {
  expect(functions).toHaveLength(functionNames.length);
});

describe.each(functions)('$name, as it is deployed', ({ directory, layerDirectories }) => {
  it('leaves enough space for its layers', async () => {
    const size = await sizeOf(directory);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(functionAllowance);
  });

  it('fits into the size limit of Lambda with its layers', async () => {
    const sizes = await Promise.all([directory, ...layerDirectories].map(sizeOf));
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(unzippedLimit);
  });
});

// A template without layers would pass the above.
it.skipIf(leftOut('libreoffice', 'chromium', 'verapdf'))(
  'those that have layers are the three with an engine and those that draw text, and have all of them',
  () => {
    const layersOf = functions
      .filter(({ layerDirectories }) => layerDirectories.length > 0)
      .map(
        ({ name, layerDirectories }) => [name.replace(/Function.*/, ''), layerDirectories.length] as const,
      );
    const { chromium, libreOffice, veraPdf, fonts } = engines;
    const drawing = [
      ...['EditPdf', 'HtmlFile', 'HtmlMarkdown', 'HtmlUrl', 'HtmlWorker', 'MergePdf'],
      ...['PdfImages', 'PdfWorker', 'SplitPdf', 'Thumbnail'],
      ...['GotenbergChromium', 'GotenbergLibreoffice', 'GotenbergPdfengines'],
    ];
    expect(Object.fromEntries(layersOf)).toEqual({
      OfficeWorker: libreOffice.layers.length,
      Renderer: chromium.layers.length,
      ConformanceChecker: veraPdf.layers.length,
      ...Object.fromEntries(drawing.map((name) => [name, fonts.layers.length])),
    });
  },
);
