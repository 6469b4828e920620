import { type Form, quoted } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import { GoValueError, parseBool, parseInteger } from '../form/go-values.ts';
import { embedsOrder, readEmbedsMetadata } from './embeds.ts';
import { checkFacturX, facturXOrder, formatsOrder, readFormats } from './formats.ts';
import { metadataOf } from './metadata.ts';
import { combined, emptyOrder, type NativeOrder } from './native-order.ts';
import { overlaysOrder } from './overlays.ts';
import { readSelection } from './page-selection.ts';
import { protectionOrder, readProtection } from './protection.ts';

const angles = [90, 180, 270];

/** @throws GoValueError */
export function rotationAngle(text: string): number {
  const angle = parseInteger(text);
  if (!angles.includes(angle)) throw new GoValueError('wrong value, expected 90, 180, or 270');
  return angle;
}

/**
 * The rotation by the angle of a form.
 *
 * @throws FormError
 */
export function rotationOrder(angle: number | undefined, form: Form): NativeOrder {
  if (angle === undefined) return emptyOrder();
  const invalid = (text: string) =>
    new FormError(`Invalid form data: form field 'rotatePages' is invalid (got '${quoted(text)}')`);
  const rotate = readSelection(form.text('rotatePages'), invalid);
  return { fields: { rotate: String(angle) }, files: {}, selections: { rotate } };
}

const usualQuality = 80;

/** @throws GoValueError */
export function imageQuality(text: string): number {
  const quality = parseInteger(text);
  if (quality < 1) throw new GoValueError('value is inferior to 1');
  if (quality > 100) throw new GoValueError('value is superior to 100');
  return quality;
}

/** Gotenberg encodes images again and keeps their resolution: this is the highest that the service has. */
const highestResolution = 1200;

/** The field `compress` for a quality of images. */
export const compressionOf = (quality = usualQuality): NativeOrder['fields'] => ({
  compress: JSON.stringify({ dpi: highestResolution, quality }),
});

/**
 * Reads the options that Gotenberg's conversions share, and checks all fields of the form.
 *
 * @param readOwn reads the other fields of the route, before any fault is reported
 * @param options.describeFormat the error for a PDF/A level that does not exist
 * @param options.canFlatten whether the route has the field `flatten`
 * @throws FormError
 */
export function finishingOrder<Own>(
  form: Form,
  readOwn: () => Own,
  {
    describeFormat,
    canFlatten = true,
  }: { describeFormat?: (pdfa: string) => string; canFlatten?: boolean } = {},
): { order: NativeOrder; own: Own } {
  const formats = readFormats(form);
  const metadata = form.read('metadata', metadataOf);
  const protection = readProtection(form);
  const angle = form.read('rotateAngle', rotationAngle);
  const optimize = form.read('optimizeImages', parseBool) ?? false;
  const quality = form.read('imageQuality', imageQuality);
  const embeds = readEmbedsMetadata(form);
  checkFacturX(form);
  const flatten = canFlatten && (form.read('flatten', parseBool) ?? false);
  const own = readOwn();
  form.faults.check();
  const overlays = overlaysOrder(form);
  requireCompatible(form, formats.pdfa, protection.userPassword);
  const fields: NativeOrder['fields'] = {
    ...(metadata === undefined || metadata === '{}' ? {} : { metadata }),
    ...(flatten ? { flatten: 'true' } : {}),
    ...(optimize ? compressionOf(quality) : {}),
  };
  const order = combined(
    { fields, files: {} },
    rotationOrder(angle, form),
    overlays,
    embedsOrder(form, embeds),
    formatsOrder(formats, describeFormat),
    facturXOrder(form, formats),
    protectionOrder(protection),
  );
  return { order, own };
}

/** @throws FormError for options that PDF/A excludes */
function requireCompatible(form: Form, pdfa: string, userPassword: string): void {
  if (pdfa === '') return;
  if (userPassword !== '') {
    throw new FormError('Invalid form data: PDF/A format is incompatible with encryption');
  }
  if (form.side('embeds').length > 0 && !pdfa.startsWith('PDF/A-3')) {
    throw new FormError(
      `Invalid form data: PDF format '${pdfa}' does not support embedded files; only PDF/A-3 variants allow attachments`,
    );
  }
}
