import type { OfficeKind } from '../../api/options/office.ts';
import { InputFault } from '../../base/input-fault.ts';
import type { OfficeFile } from './detect.ts';
import type { OfficeFormat } from './formats.ts';

/**
 * The format of a document that an endpoint accepts.
 *
 * @param found what the document is
 * @param kind the only kind that the endpoint accepts; undefined for all formats
 * @returns undefined for an encrypted or unreadable document, whose format is unknown
 * @throws InputFault `invalid-file-type` when the endpoint does not accept the format, naming one that does
 */
export function acceptedFormat(found: OfficeFile, kind: OfficeKind | undefined): OfficeFormat | undefined {
  if (found.kind === 'encrypted' || found.kind === 'unreadable') return undefined;
  if (found.kind === 'foreign') throw foreign(found.description, kind);
  const { format } = found;
  if (kind === undefined || (format.isOfKind && format.kind === kind)) return format;
  if (!format.isOfKind) throw foreign(`${format.description}; send it to /api/convert/to-pdf`, kind);
  throw new InputFault(
    'invalid-file-type',
    `is ${format.kind.toUpperCase()}, not ${kind.toUpperCase()}: send it to /api/convert/${format.kind}-to-pdf`,
  );
}

const foreign = (description: string, kind: OfficeKind | undefined): InputFault =>
  new InputFault(
    'invalid-file-type',
    `is not ${kind === undefined ? 'an office document' : 'a DOCX, XLSX or PPTX document'}: by its content it is ${description}`,
  );
