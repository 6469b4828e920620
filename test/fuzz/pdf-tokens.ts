/** Tokens of PDF. */
export const pdfTokens = [
  ...'<< >> [ ] ( ) < > / % obj endobj stream endstream xref trailer startxref R null true'.split(' '),
  ...'0 1 -1 65535 4294967295 99999999999 1.5e9 /Kids /Parent /Pages /Page /Type /Length /Filter /FlateDecode'.split(
    ' ',
  ),
  ...'/Root /Prev /Size /W /Index /N /First /Extends /ObjStm /XRef /Encrypt /ID /Crypt 1 0 R'.split(' '),
  // Keys of documents as a whole.
  ...'/Outlines /First /Last /Next /Prev /Dest /A /D /S /GoTo /Names /Dests /EmbeddedFiles /Nums /Limits /PageLabels'.split(
    ' ',
  ),
  ...'/AcroForm /Fields /T /FT /Annots /P /Pg /AP /StructTreeRoot /StructParents /ParentTree /K /RoleMap /MCID'.split(
    ' ',
  ),
  ...'/OCProperties /OCGs /OC /Order /Resources /XObject /Font /Contents /Rotate /MediaBox /Count -7 [0 0 0 0]'.split(
    ' ',
  ),
  '1 0 obj',
  '3 0 R',
  '\n',
  '\0',
];
