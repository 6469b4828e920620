import { combineFaults, type FieldFault } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import type { InputFile } from '../../files/input-file.ts';
import { nameByContent } from '../../engines/office/foreign-format.ts';

/** First bytes of ZIP archives and compound files, which `nameByContent` does not recognize. */
const archives = [Buffer.from('PK\x03\x04'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const textual = ['an HTML page', 'an XML file', 'plain text', 'a file of an unknown kind'];

const beginsWith = (content: Buffer, marks: readonly Buffer[]): boolean =>
  marks.some((mark) => content.subarray(0, mark.length).equals(mark));

/**
 * Rejects files that are certainly not HTML or Markdown. Neither has a signature, and both are any text.
 *
 * @param start the first bytes of the file
 * @throws InputFault `invalid-file-type` when the file is no text
 */
export function checkText(start: Buffer, kind: 'an HTML' | 'a Markdown'): void {
  const seems = beginsWith(start, archives) ? 'an archive or office document' : nameByContent(start);
  const binary = start.includes(0) && !beginsWith(start, utf16Marks);
  if (textual.includes(seems) && !binary) return;
  const found = textual.includes(seems) ? 'a binary file' : seems;
  throw new InputFault('invalid-file-type', `is ${found}, not ${kind} file`);
}

/**
 * Checks that each asset has a unique file name, by which the page refers to it.
 *
 * @throws AppError `invalid-field` when assets have no file name or the same one, naming each
 */
export function checkAssetNames(assets: readonly InputFile[]): void {
  const first = new Map<string, string>();
  const faults: FieldFault[] = [];
  for (const { field, fileName } of assets) {
    const taken = first.get(fileName);
    if (fileName === '') {
      faults.push({
        code: 'invalid-field',
        field,
        message: 'must have a file name, by which the page can refer to it',
      });
    } else if (taken !== undefined) {
      faults.push({
        code: 'invalid-field',
        field,
        message: `must not have the same file name as ${taken}: ${fileName}`,
      });
    } else {
      first.set(fileName, field);
    }
  }
  if (faults.length > 0) throw combineFaults(faults);
}
