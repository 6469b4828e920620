/**
 * Defects that were repaired or skipped:
 * - `header-missing`: no `%PDF-` in the first 1024 bytes
 * - `header-offset`: bytes before `%PDF-` shift every offset
 * - `cross-reference-rebuilt`: the cross-reference was unusable; a scan of the whole file found the objects
 * - `stream-length`: the `/Length` of a stream was wrong; the keyword `endstream` marked its end
 * - `stream-damaged`: compressed data were truncated or corrupt; the readable part was kept
 * - `object-unreadable`: an object could not be parsed and counts as null
 * - `page-tree-rebuilt`: no page tree led to a page; all objects of type page were taken
 * - `page-missing`: a page of the page tree could not be read
 */
export type Finding =
  | 'header-missing'
  | 'header-offset'
  | 'cross-reference-rebuilt'
  | 'stream-length'
  | 'stream-damaged'
  | 'object-unreadable'
  | 'page-tree-rebuilt'
  | 'page-missing';
