import type { Picture } from '../../../pictures/picture.ts';
import type { PDFContext } from '../../objects.ts';
import { displayedSize, registerImage, turnedTo } from '../../pictures/image-object.ts';
import type { Drawable } from './drawable.ts';
import { drawing, registerForm } from './form-xobject.ts';
import { numerals } from './matrix.ts';

/** A form that shows a picture, turned as its orientation says. One pixel is one unit. */
export function pictureForm(context: PDFContext, picture: Picture): Drawable {
  const { width, height } = displayedSize(picture);
  const { resources, draw } = drawing(context, registerImage(context, picture));
  const matrix = turnedTo(picture.orientation, width, height);
  return registerForm(context, { width, height }, { content: `${numerals(matrix)} cm ${draw}`, resources });
}
