import { describe, expect, it } from 'vitest';
import type { ToPdfOptions } from '#lib/api/options/to-pdf.ts';
import { paperSizes } from '#lib/api/fields/lengths.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { svgPage } from '#lib/conversions/to-pdf/svg-page.ts';
import { newJob } from '../../../support/jobs.ts';

const wide = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"/>');

/** The paper for a picture that is wider than high, and the room on it, in inches. */
async function pageFor(pictures: ToPdfOptions['pictures']) {
  const input = { field: 'files', key: 'inputs/a', eTag: '"1"', fileName: 'a.svg', size: wide.length };
  const job = { ...newJob(), inputs: [input] };
  let page = '';
  const { options } = await svgPage(
    job,
    { index: 0, kind: 'svg', input },
    { pictures },
    {
      lookInto: (_, look) => look(fromBuffer(wide)),
      store: (_owner, _id, { source }: InputFile) => {
        page = source.kind === 'inline' ? Buffer.from(source.bytes).toString() : '';
        return Promise.resolve({ key: 'inputs/page', eTag: '"1"' });
      },
    },
  );
  const [width, height] = Array.from(page.matchAll(/(?:width|height):(-?[\d.]+)in/g), ([, size]) =>
    Number(size),
  );
  return { paper: 'pdf' in options ? options.pdf.paper : undefined, width, height };
}

const { A4 } = paperSizes;

describe('the page of an SVG picture', () => {
  it('turns paper as the picture is', async () => {
    const { paper, width } = await pageFor({ pageSize: 'A4' });
    expect(paper).toEqual({ width: A4.height, height: A4.width });
    expect(width).toBe(A4.height);
  });

  it('does not turn paper when its margins would leave no room', async () => {
    const { paper, height } = await pageFor({ pageSize: 'A4', marginTop: 5, marginBottom: 5 });
    expect(paper).toEqual(A4);
    expect(height).toBeCloseTo(A4.height - 10, 1);
  });
});
