/** Functions that read another program's data, or an address. */
const activeFunction = /\b(?:DDE|WEBSERVICE|IMAGE|RTD|CALL|SQL\.REQUEST)[ \t]*\(/i;

/** A reference to another file. */
const fileReference = /'(?:file|https?|ftp|smb|webdavs?|vnd\.[\w.-]+):/i;

/** A link to a file, which a click opens. Links to the web stay. */
const fileLink = /\bHYPERLINK[ \t]*\([ \t]*"file:/i;

/** A text that becomes a reference to another file. */
const indirectReference = /\bINDIRECT\b[^]*"'?(?:file|https?|ftp|smb):/i;

const stringLiteral = /"[^"]*"/g;

/** Whether a formula of a spreadsheet reads something outside of the document. */
export function isActiveFormula(formula: string): boolean {
  const code = formula.replace(stringLiteral, '""');
  return (
    [activeFunction, fileReference].some((pattern) => pattern.test(code)) ||
    [fileLink, indirectReference].some((pattern) => pattern.test(formula))
  );
}

/** As `isActiveFormula`, for Excel's formulas, in which `program|'topic'!item` is data of another program. */
export const isActiveExcelFormula = (formula: string): boolean =>
  isActiveFormula(formula) || formula.replace(stringLiteral, '').includes('|');
