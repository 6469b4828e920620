/**
 * The object model of PDF (PDF 32000-1, 7.3). It is pdf-lib's, and this is the only module that imports pdf-lib. The
 * engine does not use pdf-lib's parser, writer and drawing functions.
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
