import type { OverlayFit } from '../../../../api/options/overlay-fit.ts';
import type { PageView } from '../../assembly/pages/page-view.ts';
import type { Drawable } from './drawable.ts';
import type { Overlay, OverlayContent } from './overlay.ts';

type Size = Pick<Drawable, 'width' | 'height'>;

/** The scale and the rotation of the content of an overlay on a page. */
export function fitOn(
  { width, height }: Pick<PageView, 'width' | 'height'>,
  size: Size,
  { content, rotation, fit }: Pick<Overlay, 'content' | 'rotation' | 'fit'>,
): { scale: number; rotation: number } {
  if (!fit) return { scale: content.kind === 'text' ? 1 : (content.scale * width) / size.width, rotation };
  return {
    scale: scaleOn({ width, height }, size, fit, content.kind),
    rotation: fit.diagonal ? rotationAlong(fit.diagonal, { width, height }, size) : rotation,
  };
}

function scaleOn(page: Size, size: Size, { scale }: OverlayFit, kind: OverlayContent['kind']): number {
  const { factor, isRelative } = scale;
  if (!isRelative) return factor;
  const byWidth = kind === 'text' || size.width >= size.height;
  return factor * (byWidth ? page.width / size.width : page.height / size.height);
}

/** The angle at which the longer side of the content follows a diagonal of the page. */
function rotationAlong(diagonal: NonNullable<OverlayFit['diagonal']>, page: Size, size: Size): number {
  const ofPage = (Math.atan2(page.height, page.width) * 180) / Math.PI;
  const rising = size.width >= size.height ? ofPage : ofPage - 90;
  return diagonal === 'rising' ? rising : -rising;
}
