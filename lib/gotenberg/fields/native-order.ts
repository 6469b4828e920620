import * as z from 'zod';
import { clientValues } from '../../api/fields/client-values.ts';
import type { FinishingOptions } from '../../api/options/finishing.ts';
import type { OverlayFits } from '../../api/options/overlay-fit.ts';
import type { PageSelections } from '../../api/options/page-selections.ts';
import { combineFaults } from '../../base/app-error.ts';
import type { FinishingFiles } from '../../conversions/finishing/finishing-files.ts';
import type { InputFile } from '../../files/input-file.ts';
import { faultsOf } from '../../http/field-fault.ts';

/** A call of an operation of the service: its text fields as a client would send them, and the files of its options. */
export interface NativeOrder {
  fields: Record<string, string>;
  files: Partial<Record<keyof FinishingFiles | 'facturX', InputFile[]>>;
  /** The fits of the overlays in `watermark` and `stamp`. */
  overlayFits?: OverlayFits | undefined;
  /** Pages that text fields cannot express. */
  selections?: PageSelections;
  /** The version of the invoice's data model. */
  facturXVersion?: string;
}

export const emptyOrder = (): NativeOrder => ({ fields: {}, files: {} });

/** Combines orders. Of repeated fields, the last counts. */
export const combined = (...orders: readonly NativeOrder[]): NativeOrder => ({
  ...(Object.assign({}, ...orders) as NativeOrder),
  fields: Object.assign({}, ...orders.map(({ fields }) => fields)) as NativeOrder['fields'],
  files: Object.assign({}, ...orders.map(({ files }) => files)) as NativeOrder['files'],
  selections: Object.assign({}, ...orders.map(({ selections }) => selections)) as PageSelections,
});

/** The options of an order that no text field sets. Any file can be the invoice, because Gotenberg does not read it. */
export const internalOptions = ({
  files,
  overlayFits,
  selections,
  facturXVersion,
}: NativeOrder): Pick<FinishingOptions, 'anyInvoice' | 'facturXVersion' | 'overlayFits' | 'selections'> => ({
  ...(files.facturX ? { anyInvoice: true } : {}),
  ...(facturXVersion === undefined ? {} : { facturXVersion }),
  ...(overlayFits ? { overlayFits } : {}),
  ...(selections && Object.keys(selections).length > 0 ? { selections } : {}),
});

/**
 * Checks text fields against the fields of an operation.
 *
 * @throws AppError as the endpoint of the operation does
 */
export function checkedFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  fields: NativeOrder['fields'],
): z.output<z.ZodObject<Shape>> {
  const result = z.strictObject(shape).safeParse(fields, clientValues);
  if (!result.success) throw combineFaults(result.error.issues.flatMap(faultsOf));
  return result.data;
}
