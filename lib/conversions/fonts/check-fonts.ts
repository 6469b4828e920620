import { AppError } from '../../base/app-error.ts';
import { limits } from '../../base/limits.ts';
import { timed } from '../../base/observability/span.ts';
import { fontFormat, fontSignatureBytes } from '../../engines/fonts/font-format.ts';
import { type GivenFile, isInputFile } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';

/**
 * Checks the fonts of a request as far as possible without reading them. Those at URLs are checked when they are
 * downloaded.
 *
 * @throws AppError `file-too-large` when they are too large together, `invalid-file-type` when one is not a font
 */
export async function checkFonts(
  fonts: readonly GivenFile[],
  inputs: Pick<InputStore, 'lookInto'>,
): Promise<void> {
  const files = fonts.filter(isInputFile);
  if (files.length === 0) return;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > limits.fontBytes) {
    const message = `must have at most ${limits.fontBytes} bytes together, not ${size}`;
    throw AppError.inField('file-too-large', 'fonts', message);
  }
  await timed('inspect', () =>
    Promise.all(
      files.map((file) =>
        inputs.lookInto(file, async (access) => fontFormat(await access.read(0, fontSignatureBytes))),
      ),
    ),
  );
}
