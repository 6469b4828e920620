import { keys } from '../../keys.ts';
import { type PDFDict, type PDFName, type PDFObject, PDFString } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { bytesOf, dictAt, isString, resolved } from '../lookup.ts';
import { resolveUri } from './uri-reference.ts';

/** The base for relative addresses in a source's URI actions (PDF 32000-1, table 207); undefined if there is none. */
export function uriBaseOf({ catalog, context }: PdfSource): string | undefined {
  const uri = dictAt(catalog, keys.URI);
  const base = uri && resolved(context, uri.get(keys.Base));
  return isString(base) ? bytesOf(base) : undefined;
}

/** The change that makes a URI action independent of its base; empty if it can stay. */
export function absoluteUri(action: PDFDict, base: string): [PDFName, PDFObject][] {
  const value = resolved(action.context, action.get(keys.URI));
  const uri = isString(value) ? bytesOf(value) : undefined;
  const absolute = uri === undefined ? uri : resolveUri(uri, base);
  if (absolute === undefined || absolute === uri) return [];
  return [[keys.URI, PDFString.of(absolute.replace(/[\\()]/g, '\\$&'))]];
}
