import type { Inspection } from '../../../api/responses/inspection.ts';
import { nameOfField } from '../assembly/form/field-facts.ts';
import { formOf, isSignature } from '../assembly/form/form-fields.ts';
import { arrayAt, dictAt, nameAt } from '../assembly/lookup.ts';
import { keys } from '../keys.ts';
import { PDFNumber } from '../objects.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import type { Bounds } from './bounds.ts';

type SignatureDetails = Inspection['signatures'][number];

/** The signatures of a document (PDF 32000-1, 12.8). They are not verified. */
export function signaturesOf(source: PdfSource, bounds: Bounds): SignatureDetails[] {
  const nodes = [...(formOf(source)?.nodes.values() ?? [])].filter(isSignature);
  return bounds.list(nodes, (node) => {
    const signature = dictAt(node.dict, keys.V);
    const range = (signature && arrayAt(signature, keys.ByteRange)?.asArray()) ?? [];
    return {
      field: bounds.text(nameOfField(node)),
      subfilter: bounds.optionalText(signature && nameAt(signature, keys.SubFilter)),
      coveredRange: bounds
        .list(range, (item) => (item instanceof PDFNumber ? item.asNumber() : NaN))
        .filter((value) => Number.isSafeInteger(value) && value >= 0),
    };
  });
}
