import { routes, type ConversionName } from '#lib/client/src/index.ts';
import { limits } from '#lib/base/limits.ts';
import type { CommandFile } from './chosen-file.ts';
import { stemOf, textFileName, unlikeInputs, withExtension } from './result-names.ts';

/** A conversion for which a command is generated. */
export interface CommandRequest {
  /** Without a trailing slash. */
  baseUrl: string;
  endpoint: ConversionName;
  /** File fields in order. */
  files: readonly CommandFile[];
  fields: Readonly<Record<string, string>>;
}

/** A file on the user's disk. */
type LocalFile = Extract<CommandFile, { size: number }>;

/** Quotes a text for a POSIX shell. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes names that curl would split or trim. */
const curlFile = (name: string): string =>
  /[",;\\\s]/.test(name) ? `@"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `@${name}`;

/** curl reads a file after `@` and `<`, and a media type after `;`. */
const textOption = (value: string): string => (/^[@<"]|;/.test(value) ? '--form-string' : '-F');

const authorization = '-H "Authorization: Bearer $KEY"';

const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Formats of office documents whose result is a ZIP file if there are images or several sheets. */
const mayBeZip = ['html', 'csv'];

/** The shell command that is equivalent to the console's request: one call, or several for large files. */
export function curlCommand(request: CommandRequest): string {
  const { baseUrl, endpoint, files, fields } = request;
  const local = files.filter((file): file is LocalFile => 'size' in file);
  const total = local.reduce((sum, { size }) => sum + size, 0);
  // As the client does: files that do not fit into one request are uploaded first, starting with the largest.
  const uploaded = new Set(total > limits.inlineBody ? largestFirst(local) : []);
  const uploads = [...uploaded].map((file, index) => uploadLines(baseUrl, file, `upload${index + 1}`));
  const idOf = new Map<CommandFile, string>([...uploaded].map((file, index) => [file, `upload${index + 1}`]));
  const form = [
    ...files.map((file) => {
      if ('text' in file) return `--form-string ${shellQuoted(`${file.field}=${file.text}`)}`;
      const variable = idOf.get(file);
      return variable === undefined
        ? `-F ${shellQuoted(`${file.field}=${curlFile(file.name)}`)}`
        : `-F "${file.field}=$(printf %s "$${variable}" | jq -r .id)"`;
    }),
    ...Object.entries(fields).map(
      ([name, value]) => `${textOption(value)} ${shellQuoted(`${name}=${value}`)}`,
    ),
  ];
  const url = shellQuoted(baseUrl + (routes[endpoint].split(' ')[1] ?? ''));
  const call = (...options: string[]): string =>
    [['curl', ...options].join(' '), authorization, ...form, url].join(' \\\n  ');
  return [...uploads, ...callLines(request, call)].join('\n\n');
}

function largestFirst(files: readonly LocalFile[]): readonly LocalFile[] {
  const sorted = files.toSorted((a, b) => b.size - a.size);
  let rest = sorted.reduce((sum, { size }) => sum + size, 0);
  const count = sorted.findIndex(({ size }) => {
    if (rest <= limits.inlineBody) return true;
    rest -= size;
    return false;
  });
  return count < 0 ? sorted : sorted.slice(0, count);
}

function uploadLines(baseUrl: string, { name, type, size }: LocalFile, variable: string): string {
  const announced = JSON.stringify({ fileName: name, contentType: type || 'application/octet-stream', size });
  // Every entry of `fields` must precede the file. curl reads them as lines of a configuration.
  const lines = String.raw`.fields | to_entries[] | "form-string = " + ("\(.key)=\(.value)" | @json)`;
  return [
    `${variable}=$(curl -fsS ${authorization} -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(announced)} ${shellQuoted(`${baseUrl}/api/uploads`)})`,
    `printf %s "$${variable}" | jq -r '${lines}' |`,
    `  curl -fsS -K - -F ${shellQuoted(`file=${curlFile(name)}`)} "$(printf %s "$${variable}" | jq -r .url)"`,
  ].join('\n');
}

/** The call, and the download of its result. */
function callLines(
  { baseUrl, endpoint, fields, files }: CommandRequest,
  call: (...options: string[]) => string,
): string[] {
  const inputs = files.flatMap((file) => ('size' in file ? [file.name] : []));
  const named = (name: string): string => `-o ${shellQuoted(unlikeInputs(name, inputs))}`;
  const document = files[0]?.name ?? 'document';
  switch (endpoint) {
    case 'merge-pdf':
      return [
        call(
          '-L',
          "-H 'Accept: application/pdf'",
          named(withExtension(fields['fileName'] ?? 'merged', 'pdf')),
        ),
      ];
    case 'edit-pdf':
      return [
        call(
          '-L',
          "-H 'Accept: application/pdf'",
          named(withExtension(fields['fileName'] ?? 'edited', 'pdf')),
        ),
      ];
    case 'split-pdf':
      return [call('-L', "-H 'Accept: application/zip'", named('parts.zip'))];
    case 'pdf-images':
      return [call('-L', "-H 'Accept: application/zip'", named('pages.zip'))];
    case 'inspect-pdf':
    case 'validate-pdf':
      return [call()];
    case 'pdf-text':
      return [call(named(textFileName(fields, document)))];
    case 'html-file':
    case 'html-url':
    case 'html-markdown': {
      const format = fields['format'] ?? 'pdf';
      const type = imageTypes[format] ?? 'application/pdf';
      return [call('-L', `-H 'Accept: ${type}'`, named(withExtension(fields['fileName'] ?? 'page', format)))];
    }
    default: {
      const submission = `job=$(${call('-fsS')} | jq -r .id)`;
      const job = `${baseUrl}/api/jobs/$job`;
      const extension = endpoint === 'convert-office' ? fields['format'] : 'pdf';
      if (fields['merge'] === 'false' || extension === undefined || mayBeZip.includes(extension)) {
        return [submission, downloadLines(`${job}?wait=20`)];
      }
      const name = withExtension(fields['fileName'] ?? stemOf(document), extension);
      return [
        submission,
        `curl ${authorization} "${job}?wait=20"`,
        `curl ${authorization} -L ${named(name)} "${job}/result"`,
      ];
    }
  }
}

/**
 * Downloads the results of a job under the names that the job states, into a folder, so that they overwrite no input.
 * curl reads them as lines of a configuration.
 */
function downloadLines(jobUrl: string): string {
  const lines = String.raw`[.result] | flatten[] | "url = " + (.url | @json), "output = " + ("results/" + .fileName | @json)`;
  return [
    `curl -fsS ${authorization} "${jobUrl}" |`,
    `  jq -r '${lines}' |`,
    '  curl --create-dirs -K -',
  ].join('\n');
}
