/**
 * What was wrong with a document and was got round:
 * - `header-missing`: no `%PDF-` in the first 1024 bytes
 * - `header-offset`: bytes before `%PDF-` that shift every offset
 * - `cross-reference-rebuilt`: the cross-reference was unusable; the objects were found by reading the whole file
 * - `stream-length`: a stream's `/Length` was wrong; the end was found by its keyword
 * - `stream-damaged`: compressed data ended early or was corrupt; what could be read was kept
 * - `object-unreadable`: an object could not be parsed and counts as null
 * - `page-tree-rebuilt`: no page tree led to a page; the objects that say they are pages were taken
 * - `page-missing`: a page that the page tree names could not be read
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
