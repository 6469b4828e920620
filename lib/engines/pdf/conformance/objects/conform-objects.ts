import { metadataStream } from '../../assembly/metadata/information.ts';
import { resolved } from '../../assembly/lookup.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { keys } from '../../keys.ts';
import { type PDFDict, PDFRawStream } from '../../objects.ts';
import type { Changes } from '../changes.ts';
import type { PdfaPart } from '../target.ts';
import { objectMetadata } from '../metadata/conform-metadata.ts';
import { ActionFilter } from './actions.ts';
import { allowedStream, isMetadata, withoutExternalData } from './stream-filters.ts';
import { streamBytes } from './stream-bytes.ts';
import { visitDicts } from './visit-dicts.ts';

/**
 * Applies the rules for objects wherever they are: about actions, filters, files, and metadata of anything but the
 * document.
 */
export function conformObjects(
  document: BuiltDocument,
  part: PdfaPart,
  isKeptFile: (specification: PDFDict) => boolean,
  changes: Changes,
): void {
  const { context, catalog, budget } = document;
  const ofDocument = resolved(context, catalog.get(keys.Metadata));
  const actions = new ActionFilter(context, part, changes);
  visitDicts(document, (dict, stream) => {
    let hasChanged = actions.apply(dict);
    if (dict.has(keys.EF) && !isKeptFile(dict)) {
      for (const key of [keys.EF, keys.RF]) dict.delete(key);
      hasChanged = true;
    }
    hasChanged = dict.delete(keys.PresSteps) || hasChanged;
    if (!stream) return hasChanged;
    hasChanged = withoutExternalData(dict) || hasChanged;
    if (stream !== ofDocument && isMetadata(dict)) {
      const packet = objectMetadata(streamBytes(stream, budget.contents));
      return metadataStream(Buffer.from(packet), context);
    }
    return allowedStream(PDFRawStream.of(dict, stream.contents), budget.contents) ?? hasChanged;
  });
}
