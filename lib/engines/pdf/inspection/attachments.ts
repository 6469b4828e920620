import type { Inspection } from '../../../api/responses/inspection.ts';
import { asDict, dictAt, nameAt, numberAt, resolved, textAt } from '../assembly/lookup.ts';
import { attachmentsOf } from '../assembly/names/attachments.ts';
import { keys } from '../keys.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import type { Bounds } from './bounds.ts';

type AttachmentDetails = Inspection['attachments'][number];

/** The files attached to the document as a whole (PDF 32000-1, 7.11.4). */
export const attachmentDetails = (source: PdfSource, bounds: Bounds): AttachmentDetails[] =>
  bounds.list(attachmentsOf(source), ([key, value]) => {
    const file = asDict(resolved(source.context, value));
    const versions = file && dictAt(file, keys.EF);
    const stream = versions && (dictAt(versions, keys.UF) ?? dictAt(versions, keys.F));
    const parameters = stream && dictAt(stream, keys.Params);
    const size = parameters && numberAt(parameters, keys.Size);
    return {
      name: bounds.text((file && (textAt(file, keys.UF) ?? textAt(file, keys.F))) ?? key),
      size: size !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : null,
      mimeType: bounds.optionalText(stream && nameAt(stream, keys.Subtype)),
      relationship: bounds.optionalText(file && nameAt(file, keys.AFRelationship)),
      description: bounds.optionalText(file && textAt(file, keys.Desc)),
    };
  });
