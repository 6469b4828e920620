/**
 * The object model of PDF (PDF 32000-1, 7.3), which is pdf-lib's: the only module of the engine that imports it. Of
 * pdf-lib's parser, writer and drawing functions nothing is used.
 */
export {
  PDFArray,
  PDFBool,
  PDFCatalog,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObject,
  PDFPageTree,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
