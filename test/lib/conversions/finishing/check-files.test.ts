import { describe, expect, it } from 'vitest';
import { finishingOptions } from '#lib/api/options/finishing.ts';
import { stampField } from '#lib/api/fields/finishing/overlay-fields.ts';
import { AppError } from '#lib/base/app-error.ts';
import { checkFinishingFiles } from '#lib/conversions/finishing/check-files.ts';
import { finishingFilesAmong } from '#lib/conversions/finishing/finishing-files.ts';
import type { GivenFile } from '#lib/files/input-file.ts';

const given = (field: string, fileName: string): GivenFile => ({
  field,
  fileName,
  size: 1,
  source: { kind: 'inline', bytes: Buffer.from('a') },
});

/** The faults of a request with those files and stamps. */
function faults(
  files: Parameters<typeof finishingFilesAmong<GivenFile>>[0],
  stamps: object[] = [],
): string[] {
  const options = finishingOptions.parse({ stamp: stampField.parse(JSON.stringify(stamps)) });
  try {
    checkFinishingFiles(finishingFilesAmong<GivenFile>(files), options);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.errors.map(({ field, message }) => `${field} ${message}`);
  }
}

describe('the files of stamps and watermarks', () => {
  const logo = given('overlays[0]', 'logo.png');

  it('are those that they name', () => {
    expect(faults({ overlays: [logo] }, [{ file: 'logo.png' }, { text: 'a' }, { file: 'logo.png' }])).toEqual(
      [],
    );
  });

  it('must be there', () => {
    expect(faults({ overlays: [logo] }, [{ file: 'logo.png' }, { file: 'seal.png' }])).toEqual([
      'stamp[1].file must be the file name of a part of overlays',
    ]);
  });

  it('must be drawn', () => {
    expect(faults({ overlays: [logo, given('overlays[1]', 'seal.png')] }, [{ file: 'logo.png' }])).toEqual([
      'overlays[1] must be the file of a stamp or a watermark',
    ]);
  });

  it('must have different names', () => {
    const other = given('overlays[1]', 'logo.png');
    expect(faults({ overlays: [logo, other] }, [{ file: 'logo.png' }])).toEqual([
      'overlays[1] must not have the same file name as another part of overlays',
    ]);
  });

  it('need names', () => {
    expect(faults({ overlays: [given('overlays[0]', '')] })).toEqual(['overlays[0] must have a file name']);
  });

  it('are checked after their download', () => {
    const url: GivenFile = { field: 'overlays[0]', url: 'https://example.com/seal.png' };
    expect(faults({ overlays: [url] }, [{ file: 'seal.png' }])).toEqual([]);
  });
});

describe('an invoice', () => {
  const faultsOf = (
    files: Parameters<typeof finishingFilesAmong<GivenFile>>[0],
    options: object,
  ): string[] => {
    try {
      checkFinishingFiles(finishingFilesAmong<GivenFile>(files), finishingOptions.parse(options));
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.errors.map(({ field, message }) => `${field} ${message}`);
    }
  };
  const facturX = [given('facturX', '')];

  it('needs no file name, and allows the levels of PDF/A-3', () => {
    expect(faultsOf({ facturX }, { pdfa: '3a', pdfua: true, facturXProfile: 'basic' })).toEqual([]);
  });

  it('excludes encryption and other parts of PDF/A', () => {
    expect(faultsOf({ facturX }, { pdfa: '2b' })).toEqual([
      'pdfa must be 3b, 3u or 3a, because facturX is present',
    ]);
    expect(faultsOf({ facturX }, { protect: { userPassword: 'a' } })).toEqual([
      'protect must not be combined with facturX',
    ]);
  });

  it('is required by what describes it', () => {
    expect(faultsOf({}, { facturXProfile: 'basic', facturXDocumentType: 'ORDER' })).toEqual([
      'facturXProfile requires facturX',
      'facturXDocumentType requires facturX',
    ]);
  });
});
