import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '#lib/base/app-error.ts';
import type { Problem } from '#lib/api/problem.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import { pageFonts, pageTexts } from '../../support/pdf.ts';

/** A document of `test/fixtures`. */
export const fixture = (name: string): File => {
  const bytes = readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', name));
  return new File([new Uint8Array(bytes)], name);
};

/** A font that no installation has: Sample Sans. */
export const sampleFontFile = (): File => fixture('fonts/sample.woff2');

export const form = (...fields: readonly (readonly [name: string, value: File | string])[]): FormData => {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
};

/** The bytes of a successful response. */
export async function bytesOf(response: Response, status = 200): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.equal(
    response.status,
    status,
    `${response.status}: ${Buffer.from(bytes).toString('latin1', 0, 300)}`,
  );
  return bytes;
}

export const jsonOf = async <T>(response: Response, status = 200): Promise<T> =>
  JSON.parse(Buffer.from(await bytesOf(response, status)).toString()) as T;

/** Requires a problem (RFC 9457) with the headers of every response. */
export async function requireProblem(response: Response, status: number, code: ErrorCode): Promise<Problem> {
  const problem = await jsonOf<Problem>(response, status);
  assert.equal(response.headers.get('content-type'), 'application/problem+json');
  assert.equal(problem.code, code);
  assert.equal(problem.status, status);
  assert.equal(problem.requestId, response.headers.get('x-request-id'));
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  return problem;
}

/** Requires a PDF whose pages contain these texts, one for each page. */
export async function requirePdf(bytes: Uint8Array, expected: readonly string[]): Promise<string> {
  assert.equal(Buffer.from(bytes).toString('latin1', 0, 4), '%PDF');
  const texts = await pageTexts(bytes);
  assert.equal(texts.length, expected.length, `The PDF has ${texts.length} pages.`);
  for (const [index, text] of expected.entries()) {
    assert.ok(texts[index]?.includes(text), `Page ${index + 1} does not contain "${text}".`);
  }
  return `a PDF with ${texts.length} ${texts.length === 1 ? 'page' : 'pages'}`;
}

/** Requires a PDF without warnings, whose text is in the font of `sampleFontFile`. */
export async function requireSampleFont(
  file: Pick<FileResponse, 'warnings'>,
  bytes: Uint8Array,
): Promise<string> {
  assert.deepEqual(file.warnings, []);
  assert.deepEqual(await pageFonts(bytes), [['SampleSans']]);
  return 'the text is in the font of the request';
}

/** The size of a PNG in pixels (ISO/IEC 15948, 11.2.2). */
export function pngSize(bytes: Uint8Array): { width: number; height: number } {
  const png = Buffer.from(bytes);
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
