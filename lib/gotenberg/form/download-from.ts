import { ownEntry } from '../../base/own-entry.ts';
import type { FormFile } from './form.ts';
import type { DownloadFiles } from './read-form.ts';
import type { DownloadSettings } from '../../conversions/inputs/downloads.ts';
import { downloadInputs } from '../../conversions/inputs/downloads.ts';
import { combineFaults } from '../../base/app-error.ts';
import { inMemory } from '../../conversions/inputs/receive-download.ts';
import { limits } from '../../base/limits.ts';
import { urlFaultOf } from '../../conversions/inputs/url-fault.ts';
import { markAsUntransferable } from 'node:worker_threads';
import * as z from 'zod';
import { FormError } from './form-error.ts';
import { parseGoJson } from './go-json.ts';
import { GoValueError } from './go-values.ts';

const maxDownloads = limits.mergeFiles;
const maxHeaders = 50;

const entry = z.object({
  url: z.string().default(''),
  extraHttpHeaders: z.record(z.string(), z.string()).nullish(),
  embedded: z.boolean().nullish(),
  field: z.string().nullish(),
});

type Entry = z.output<typeof entry>;

/** The fields that an entry can name, and those in which its file then is. */
const parts: Readonly<Record<string, string>> = {
  embedded: 'embeds',
  watermark: 'watermark',
  stamp: 'stamp',
};

const partOf = ({ embedded, field }: Entry): string =>
  embedded ? 'embeds' : (ownEntry(parts, field ?? '') ?? 'files');

const headerForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

function entriesOf(text: string): Entry[] {
  const invalid = (message: string) => new FormError(`Invalid 'downloadFrom' form field value: ${message}`);
  let value: unknown;
  try {
    value = parseGoJson(text);
  } catch (error) {
    if (error instanceof GoValueError) throw invalid(error.message);
    throw error;
  }
  const parsed = z.array(entry).safeParse(value);
  if (!parsed.success) {
    throw invalid('json: cannot unmarshal value into Go value of type []api.downloadFrom');
  }
  if (parsed.data.length > maxDownloads) throw invalid(`it must have at most ${maxDownloads} entries`);
  return parsed.data;
}

function checkEntry(
  { url, extraHttpHeaders }: Entry,
  index: number,
  { allowedHosts }: DownloadSettings,
): void {
  const invalid = (message: string, status = 400) =>
    new FormError(`Invalid 'downloadFrom' form field entry ${index}: ${message}`, { status });
  if (url.trim() === '') throw invalid('URL must be set');
  const parsed = URL.parse(url);
  if (!parsed || url.length > limits.urlCharacters) throw invalid('URL is not valid');
  const fault = urlFaultOf(parsed, allowedHosts);
  if (fault !== undefined) throw invalid(`URL ${fault}`, 403);
  const headers = Object.entries(extraHttpHeaders ?? {});
  const wrong = headers.find(([name, value]) => !headerForm.test(name) || !/^[\t\x20-\x7e]*$/.test(value));
  if (wrong || headers.length > maxHeaders) throw invalid('extraHttpHeaders are not valid');
}

/** Downloads the files of `downloadFrom`, under the rules for all files at URLs. */
export const downloadsFrom =
  (settings: DownloadSettings): DownloadFiles =>
  async (values, { deadline, otherBytes }) => {
    const text = values.get('downloadFrom')?.[0] ?? '';
    if (text === '') return [];
    const entries = entriesOf(text);
    entries.forEach((each, index) => checkEntry(each, index, settings));
    const inputs = entries.map(({ url, extraHttpHeaders }) => ({
      field: url,
      url,
      headers: extraHttpHeaders ?? {},
    }));
    const memory = { take: (size: number) => Buffer.allocUnsafeSlow(size) };
    const downloaded = await downloadInputs(inputs, inMemory(memory), { otherBytes, deadline }, settings);
    const faults = downloaded.flatMap((each) => ('fault' in each ? [each.fault] : []));
    if (faults.length > 0) throw combineFaults(faults);
    return downloaded.flatMap((each, index): FormFile[] => {
      const one = entries[index];
      if ('fault' in each || !one) return [];
      const { file } = each;
      markAsUntransferable(file.source.bytes.buffer);
      const fileName = file.fileName.normalize('NFC');
      return [{ ...file, fileName, field: fileName || 'downloadFrom', part: partOf(one) }];
    });
  };
