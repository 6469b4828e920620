import type { Contract } from '../../api/contract.ts';
import { combineFaults } from '../../base/app-error.ts';
import { countBytes } from '../../base/observability/span.ts';
import { type GivenFile, type InputFile, isInputFile, isUrlInput } from '../../files/input-file.ts';
import type { ParsedRequest, ReadyRequest } from '../../http/request.ts';
import { downloadInputs, type DownloadRun, type DownloadSettings } from './downloads.ts';
import type { Receiver } from './receive-download.ts';

/** The file fields of a request. */
export type GivenFiles = Readonly<Record<string, GivenFile | readonly GivenFile[]>>;

/** File fields whose URLs have been downloaded. */
export type ReadyFiles<Files extends GivenFiles> = {
  [Name in keyof Files]: Files[Name] extends readonly GivenFile[] ? InputFile[] : InputFile;
};

/**
 * Downloads the URLs among the files of a request.
 *
 * @throws AppError `url-not-allowed`, `url-unreachable`, `file-too-large` or `empty-file`, naming each field
 */
export async function readyFiles<Files extends GivenFiles>(
  given: Files,
  receive: Receiver,
  run: Pick<DownloadRun, 'deadline'>,
  settings: DownloadSettings,
): Promise<ReadyFiles<Files>> {
  const files = filesIn(given);
  const otherBytes = files.filter(isInputFile).reduce((sum, { size }) => sum + size, 0);
  const urls = files.filter(isUrlInput);
  const downloads = await downloadInputs(urls, receive, { ...run, otherBytes }, settings);
  const faults = downloads.flatMap((each) => ('fault' in each ? [each.fault] : []));
  if (faults.length > 0) throw combineFaults(faults);
  const byInput = new Map<GivenFile, InputFile>();
  for (const each of downloads) {
    if ('fault' in each) continue;
    countBytes('input', each.file.size);
    byInput.set(each.input, each.file);
  }
  const ready = (file: GivenFile): GivenFile => byInput.get(file) ?? file;
  return Object.fromEntries(
    Object.entries<GivenFile | readonly GivenFile[]>(given).map(([name, value]) => [
      name,
      isList(value) ? value.map(ready) : ready(value),
    ]),
  ) as ReadyFiles<Files>;
}

interface AnyRequest extends Pick<ParsedRequest<Contract>, 'deadline' | 'admitted'> {
  files: GivenFiles;
}

/**
 * Downloads the URLs of a request, when its call is admitted.
 *
 * @throws AppError as `readyFiles`, and as `admitted` of the request
 */
export async function readyRequest<C extends Contract>(
  request: ParsedRequest<C>,
  receive: Receiver,
  settings: DownloadSettings,
): Promise<ReadyRequest<C>> {
  const { files, deadline, admitted } = request as unknown as AnyRequest;
  if (filesIn(files).some(isUrlInput)) await admitted();
  const ready = { ...request, files: await readyFiles(files, receive, { deadline }, settings) };
  return ready as unknown as ReadyRequest<C>;
}

/** The files of all fields. */
export const filesIn = (files: GivenFiles): GivenFile[] =>
  Object.values<GivenFile | readonly GivenFile[]>(files).flat();

const isList = (value: GivenFile | readonly GivenFile[]): value is readonly GivenFile[] =>
  Array.isArray(value);
