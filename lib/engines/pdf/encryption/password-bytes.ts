/** The characters of PDFDocEncoding that differ from Latin-1 (PDF 32000-1, annex D.3). */
const pdfDocCharacters =
  '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc' +
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02' +
  '\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e';

/** The codes of {@link pdfDocCharacters}: 24 to 31, then 128 to 158. */
const pdfDocCode = (index: number): number => (index < 8 ? 24 + index : 120 + index);

const euroCode = 160;

/** Longer passwords are truncated (ISO 32000-2, 7.6.4.3.3). */
const maxUtf8Bytes = 127;

/** The possible encodings of a password with RC4 or AES-128: PDFDocEncoding by the standard, UTF-8 by many writers. */
export function legacyPasswords(password: string): Uint8Array[] {
  const utf8 = Buffer.from(password, 'utf8');
  const codes = Array.from(password, (character) => {
    const index = pdfDocCharacters.indexOf(character);
    if (index >= 0) return pdfDocCode(index);
    return character === '\u20ac' ? euroCode : (character.codePointAt(0) ?? 0);
  });
  const encoded = codes.every((code) => code < 256) ? Buffer.from(codes) : utf8;
  return encoded.equals(utf8) ? [utf8] : [encoded, utf8];
}

/** The same for AES-256: UTF-8 of the password prepared with SASLprep (RFC 4013) by the standard, or unprepared. */
export function unicodePasswords(password: string): Uint8Array[] {
  const plain = Buffer.from(password, 'utf8').subarray(0, maxUtf8Bytes);
  const prepared = Buffer.from(saslPrep(password), 'utf8').subarray(0, maxUtf8Bytes);
  return prepared.equals(plain) ? [plain] : [prepared, plain];
}

/** The mappings of SASLprep. Prohibited characters are not checked; they fail as a wrong password. */
const saslPrep = (text: string): string =>
  text
    // RFC 3454, table C.1.2: spaces that are not ASCII.
    .replace(/[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g, ' ')
    // Table B.1: characters mapped to nothing. Some combine with others, so each is a separate alternative.
    .replace(/\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g, '')
    .normalize('NFKC');
