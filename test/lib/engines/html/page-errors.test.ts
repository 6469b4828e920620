import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import { BrowserFailed } from '#lib/engines/html/chromium/browser-failed.ts';
import { documentError } from '#lib/engines/html/page-errors.ts';

const page = { url: 'http://upload.invalid/', status: 407, statusText: 'Proxy Authentication Required' };
const traffic = { denied: [], failed: [] };
const isError = (status: number): boolean => status >= 400;

describe('the status 407 of a page', () => {
  it('is a failure of the browser if none of its requests had the credentials of its proxy', () => {
    expect(documentError(page, { traffic, isAdmitted: false }, isError)).toBeInstanceOf(BrowserFailed);
    expect(documentError(page, { traffic, isAdmitted: false }, () => false)).toBeInstanceOf(BrowserFailed);
  });

  it('is that of a server otherwise', () => {
    const error = documentError(page, { traffic, isAdmitted: true }, isError);
    expect(error).toBeInstanceOf(AppError);
    expect(error?.message).toBe("'upload.invalid' returned status 407 Proxy Authentication Required.");
    expect(documentError(page, { traffic, isAdmitted: true }, () => false)).toBeUndefined();
  });
});
