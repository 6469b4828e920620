/** Functions that read another program's data, or an address. */
const activeFunction = /\b(?:DDE|WEBSERVICE|IMAGE|RTD|CALL|SQL\.REQUEST)[ \t]*\(/i;

/** A reference to another file. */
const fileReference = /'(?:file|https?|ftp|smb|webdavs?|vnd\.[\w.-]+):/i;

/** A link to a file, which a click opens. Links to the web stay. */
const fileLink = /\bHYPERLINK[ \t]*\([ \t]*"file:/i;

/** A text that `INDIRECT` turns into a reference to another file. */
const fileText = /"'?(?:file|https?|ftp|smb):/i;

const stringLiteral = /"[^"]*"/g;

/** Whether a formula of a spreadsheet reads something outside of the document. */
export function isActiveFormula(formula: string): boolean {
  const code = formula.replace(stringLiteral, '""');
  return (
    activeFunction.test(code) ||
    fileReference.test(code) ||
    fileLink.test(formula) ||
    (/\bINDIRECT\b/i.test(code) && fileText.test(formula))
  );
}

/** As `isActiveFormula`, for Excel's formulas, in which `program|'topic'!item` is data of another program. */
export const isActiveExcelFormula = (formula: string): boolean =>
  isActiveFormula(formula) || formula.replace(stringLiteral, '').includes('|');
