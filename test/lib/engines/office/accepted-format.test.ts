import { describe, expect, it } from 'vitest';
import type { OfficeKind } from '#lib/api/options/office.ts';
import { acceptedFormat } from '#lib/engines/office/accepted-format.ts';
import { formatNamed, isFormatExtension, officeFormats } from '#lib/engines/office/formats.ts';

const accept = (format: string, kind?: OfficeKind) =>
  acceptedFormat({ kind: 'document', format: formatNamed(format) }, kind);

/** The message of the error. */
const rejection = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return (error as { predicate?: string }).predicate;
  }
  return undefined;
};

describe('the formats that an endpoint accepts', () => {
  it('all are accepted where no kind is demanded', () => {
    for (const format of officeFormats) expect(accept(format.name)).toBe(format);
  });

  it('a kind has its macro and template forms', () => {
    for (const name of ['docx', 'dotx', 'docm', 'dotm']) expect(accept(name, 'docx')?.kind).toBe('docx');
  });

  it.each([
    ['doc', 'docx', 'a legacy Word (DOC) document'],
    ['xlsb', 'xlsx', 'a binary Excel (XLSB) workbook'],
    ['odt', 'docx', 'an OpenDocument text (ODT)'],
    ['rtf', 'pptx', 'a Rich Text (RTF) document'],
    ['txt', 'xlsx', 'plain text (TXT)'],
  ] as const)('%s for %s is rejected with the endpoint that accepts it', (name, kind, description) => {
    expect(rejection(() => accept(name, kind))).toBe(
      `is not a DOCX, XLSX or PPTX document: by its content it is ${description}; send it to /api/convert/to-pdf`,
    );
  });

  it('another kind is rejected with its endpoint', () => {
    expect(rejection(() => accept('pptm', 'xlsx'))).toBe(
      'is PPTX, not XLSX: send it to /api/convert/pptx-to-pdf',
    );
  });

  it('a file of another format is rejected with its apparent type', () => {
    const pdf = { kind: 'foreign', description: 'a PDF' } as const;
    expect(rejection(() => acceptedFormat(pdf, undefined))).toBe(
      'is not an office document: by its content it is a PDF',
    );
    expect(rejection(() => acceptedFormat(pdf, 'docx'))).toBe(
      'is not a DOCX, XLSX or PPTX document: by its content it is a PDF',
    );
  });

  it('the format of an encrypted or unreadable document is unknown', () => {
    expect(acceptedFormat({ kind: 'encrypted' }, 'docx')).toBeUndefined();
    expect(acceptedFormat({ kind: 'unreadable' }, undefined)).toBeUndefined();
  });
});

it('extensions of formats are known in any case', () => {
  for (const extension of ['odt', 'XLSB', 'Dot', 'pps', 'tab'])
    expect(isFormatExtension(extension)).toBe(true);
  expect(isFormatExtension('')).toBe(false);
  expect(isFormatExtension('pdf')).toBe(false);
});
