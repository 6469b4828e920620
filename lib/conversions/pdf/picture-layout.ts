import { fit, type PicturePageOptions } from '../../api/fields/picture-page-fields.ts';
import { paperSizes } from '../../api/fields/lengths.ts';
import type { PictureLayout } from '../../engines/pdf/pictures/page-layout.ts';

const pointsPerInch = 72;

const points = (inches = 0): number => inches * pointsPerInch;

/** The layout that options ask for. */
export function pictureLayout(options: PicturePageOptions): PictureLayout {
  const { pageSize = fit, marginTop, marginRight, marginBottom, marginLeft } = options;
  const paper = pageSize === fit ? undefined : paperSizes[pageSize];
  return {
    paper: paper ? { width: points(paper.width), height: points(paper.height) } : fit,
    margins: {
      top: points(marginTop),
      right: points(marginRight),
      bottom: points(marginBottom),
      left: points(marginLeft),
    },
  };
}
