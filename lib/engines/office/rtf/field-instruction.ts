import { isHyperlinkTarget } from '../link-targets.ts';

/**
 * Fields that show something of the document itself, its environment or its reader (ECMA-376-1, 17.16.5). Those that
 * are not here include other files, databases and programs, or are unknown.
 */
const harmless = new Set(
  (
    'AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BIDIOUTLINE CITATION BIBLIOGRAPHY COMMENTS COMPARE CREATEDATE DATE DOCPROPERTY ' +
    'DOCVARIABLE EDITTIME EQ FILENAME FILESIZE FILLIN ASK FORMCHECKBOX FORMDROPDOWN FORMTEXT GOTOBUTTON IF INDEX INFO ' +
    'KEYWORDS LASTSAVEDBY LISTNUM MACROBUTTON MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS NUMPAGES NUMWORDS ' +
    'PAGE PAGEREF PRINT PRINTDATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET SHAPE SKIPIF STYLEREF SUBJECT ' +
    'SYMBOL TA TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE'
  ).split(' '),
);

const maxTarget = 2000;

/**
 * Whether the instruction of a field may stay. A hyperlink may if it leads into the document, to the web or to a mail
 * program.
 *
 * @param instruction with escapes resolved: ` HYPERLINK "https://example.com" \\o "Title"`
 */
export function isHarmlessField(instruction: string): boolean {
  const words = instruction.trimStart().slice(0, maxTarget);
  const name = /^[^\s"\\]*/.exec(words)?.[0] ?? '';
  if (name.toUpperCase() !== 'HYPERLINK') return name === '' || harmless.has(name.toUpperCase());
  const target = /^\s*"?([^"\s]*)/.exec(words.slice(name.length))?.[1] ?? '';
  // Without a target, a switch follows: `\l "bookmark"`.
  return target === '' || target.startsWith('\\') || isHyperlinkTarget(target);
}
