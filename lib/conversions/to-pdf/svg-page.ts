import { paperSizes } from '../../api/fields/lengths.ts';
import { fit } from '../../api/fields/picture-page-fields.ts';
import { pageDefaults, pdfDefaults } from '../../api/fields/html/defaults.ts';
import { pageOptions, type RenderOptions } from '../../api/options/html.ts';
import type { ToPdfOptions } from '../../api/options/to-pdf.ts';
import { pickOptions } from '../../api/options/values.ts';
import { turnedAs } from '../../engines/pdf/pictures/page-layout.ts';
import { svgSize } from '../../engines/pictures/svg.ts';
import type { InputStore } from '../../files/input-store.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { ReadyJob, StoredJobInput } from '../../jobs/job.ts';
import type { NewPart } from '../../jobs/parts.ts';
import type { OutsideFile } from './parts.ts';

/** Those of a page of its own making: nothing of the request suits it but paper and margins. */
const forSvg = {
  format: 'pdf',
  page: { ...pickOptions(pageOptions, {}, pageDefaults), javascript: false },
  pdf: { ...pdfDefaults, preferCssPageSize: false, outline: false },
} as const;

/** The start of an SVG document, which states its size. In bytes. */
const startBytes = 65_536;

/** Name of the picture in its page. */
const assetName = 'picture.svg';

/** CSS pixels per inch. */
const pixels = 96;

/** Sides of a page, in inches. */
const sides = { least: 3 / 72, most: 200 } as const;

/** Kept free at the end of a page, so that rounding does not begin another. In inches. */
const slack = 0.01;

/**
 * Returns the inputs and the options with which an SVG picture is rendered as a page. As an image of the page, it can
 * neither run scripts nor load anything.
 */
export async function svgPage(
  { id, owner, inputs: all }: ReadyJob,
  { index, input }: OutsideFile,
  { pictures }: Pick<ToPdfOptions, 'pictures'>,
  inputs: Pick<InputStore, 'store' | 'lookInto'>,
): Promise<Pick<NewPart, 'inputs'> & { options: RenderOptions }> {
  const [file] = inputFilesOf({ inputs: all.filter((each) => each === input) });
  if (!file) throw new TypeError('The job has no such file');
  const size = await inputs.lookInto(file, async (access) =>
    svgSize(await access.read(0, Math.min(access.size, startBytes))),
  );
  const { paper, margins, room } = pageOf(size, pictures);
  const bytes = Buffer.from(html(room));
  const page = { field: 'file', fileName: 'picture.html', size: bytes.length };
  const stored = await inputs.store(owner, `${id}-page-${index}`, {
    ...page,
    source: { kind: 'inline', bytes },
  });
  const asset: StoredJobInput = { ...input, field: 'assets', fileName: assetName };
  return {
    inputs: [{ ...page, ...stored }, asset],
    options: { ...forSvg, pdf: { ...forSvg.pdf, paper, margins } },
  };
}

/** The page of a picture, and the room for the picture on it. In inches. */
function pageOf({ width, height }: { width: number; height: number }, options: ToPdfOptions['pictures']) {
  const { pageSize = fit, marginTop: top = 0, marginRight: right = 0 } = options;
  const { marginBottom: bottom = 0, marginLeft: left = 0 } = options;
  const side = (length: number): number => Math.min(sides.most, Math.max(sides.least, length));
  const sheet = pageSize === fit ? undefined : paperSizes[pageSize];
  const turned = sheet && turnedAs(sheet, { width, height }, { width: left + right, height: top + bottom });
  const paper = turned ?? {
    width: side(width / pixels + left + right),
    height: side(height / pixels + top + bottom),
  };
  const room = { width: paper.width - left - right, height: paper.height - top - bottom };
  return { paper, margins: { top, right, bottom, left }, room };
}

const html = ({ width, height }: { width: number; height: number }): string =>
  '<!doctype html><style>html,body{margin:0}' +
  `img{display:block;width:${width}in;height:${height - slack}in;object-fit:contain}</style>` +
  `<img src="${assetName}" alt="">`;
