import type { Picture } from '../../pictures/picture.ts';
import { displayedSize } from './image-object.ts';

/** The page that shows a picture. Lengths are in points. */
export interface PictureLayout {
  /** The sides of the paper in any order, or `fit` for a page as large as the picture and the margins. */
  paper: { width: number; height: number } | 'fit';
  margins: { top: number; right: number; bottom: number; left: number };
}

/** A page, and where the picture is on it. */
export interface PlacedPicture {
  width: number;
  height: number;
  picture: { left: number; bottom: number; width: number; height: number };
}

/** What of a picture decides its page. */
type Shown = Pick<Picture, 'width' | 'height' | 'orientation' | 'density'>;

interface Size {
  width: number;
  height: number;
}

const pointsPerInch = 72;

/** Of a picture that does not say it: that of CSS. In pixels for each inch. */
const usualDensity = 96;

/** The shortest and the longest side of a page (PDF 32000-1, annex C). */
const [leastSide, mostSide] = [3, 14_400];

/** Lays a picture out on a page of its own: on paper in the middle and as large as the margins allow. */
export function pageFor(picture: Shown, { paper, margins }: PictureLayout): PlacedPicture {
  const size = naturalSize(picture);
  const across = margins.left + margins.right;
  const along = margins.top + margins.bottom;
  const page =
    paper === 'fit'
      ? { width: size.width + across, height: size.height + along }
      : turnedAs(paper, size, { width: across, height: along });
  const [width, height] = [within(page.width), within(page.height)];
  const room = { width: Math.max(leastRoom, width - across), height: Math.max(leastRoom, height - along) };
  const scale = Math.min(room.width / size.width, room.height / size.height);
  const shown = { width: size.width * scale, height: size.height * scale };
  return {
    width,
    height,
    picture: {
      ...shown,
      left: margins.left + (room.width - shown.width) / 2,
      bottom: margins.bottom + (room.height - shown.height) / 2,
    },
  };
}

/** Margins may leave no room on paper that is turned. In points. */
const leastRoom = 1;

const within = (side: number): number => Math.min(mostSide, Math.max(leastSide, side));

/** The size by the picture's own density, as it is shown, and not larger than a page. */
function naturalSize(picture: Shown): Size {
  const { orientation, density = { across: usualDensity, along: usualDensity } } = picture;
  const size = displayedSize({
    orientation,
    width: (picture.width / density.across) * pointsPerInch,
    height: (picture.height / density.along) * pointsPerInch,
  });
  const scale = Math.min(1, mostSide / Math.max(size.width, size.height));
  return { width: size.width * scale, height: size.height * scale };
}

/** The paper, turned so that the picture is larger on it. */
export function turnedAs(paper: Size, picture: Size, margins: Size): Size {
  const [short, long] = [Math.min(paper.width, paper.height), Math.max(paper.width, paper.height)];
  const scaleOn = ({ width, height }: Size): number =>
    Math.min((width - margins.width) / picture.width, (height - margins.height) / picture.height);
  const portrait = { width: short, height: long };
  const landscape = { width: long, height: short };
  return scaleOn(landscape) > scaleOn(portrait) ? landscape : portrait;
}
