import { keys } from '../../keys.ts';
import { type PDFDict, type PDFName, type PDFObject, PDFString } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { at, bytesOf, dictAt, isString, resolved } from '../lookup.ts';
import { resolveUri } from './uri-reference.ts';

/** What relative addresses of a source's URI actions begin from (PDF 32000-1, table 207); undefined when nothing. */
export function uriBaseOf({ catalog, context }: PdfSource): string | undefined {
  const uri = dictAt(catalog, 'URI');
  const base = uri && resolved(context, at(uri, 'Base'));
  return isString(base) ? bytesOf(base) : undefined;
}

/** How the entry `URI` of an action must change for it to need no base; nothing when it can stay. */
export function absoluteUri(action: PDFDict, base: string): [PDFName, PDFObject][] {
  const value = resolved(action.context, at(action, 'URI'));
  const uri = isString(value) ? bytesOf(value) : undefined;
  const absolute = uri === undefined ? uri : resolveUri(uri, base);
  if (absolute === undefined || absolute === uri) return [];
  return [[keys.URI, PDFString.of(absolute.replace(/[\\()]/g, '\\$&'))]];
}
