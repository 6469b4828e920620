import { conversionOptions, generalOptions, type GeneralOption } from './arguments.ts';
import { type ConversionCommand, conversionCommands } from './commands.ts';
import { withCommands } from './command-names.ts';
import { exitCodeHelp, exitCodes } from './exit-codes.ts';
import { type CommandOption, kebabCase, commandOptionsOf } from './options.ts';
import { textGeneral } from './text-command.ts';

/** Characters of a line, and of the column of options in it. */
const width = 100;
const column = 30;

const environmentHelp = `Environment:
${row('FCS_API_KEY', 'API key. There is no option for it, because other users can read command lines.')}
${row('FCS_BASE_URL', 'URL of the service.')}`;

const exitHelp = `Exit codes:
${(Object.keys(exitCodes) as (keyof typeof exitCodes)[]).map((name) => row(String(exitCodes[name]), exitCodeHelp[name])).join('\n')}`;

const inspectSummary = 'Show what a PDF contains: pages, metadata, form fields, fonts and more';

const validateSummary = 'Check whether a PDF conforms to PDF/A or PDF/UA';

const textSummary = 'Print the text of a PDF, also as Markdown or with positions';

const uploadSummary =
  'Upload a file and print its upload id, which you can use in place of the file for 24 hours';

const downloadSummary = 'Save results of the last 24 hours by their ids';

const usageSummary = 'Show the completed conversions of your key, by day and operation';

/** Help for the program. */
export const usage = (): string => `Converts files with the File Conversion Service.

Usage: convert COMMAND … (convert COMMAND --help shows its options)
       convert --version

Commands:
${Object.entries(conversionCommands)
  .map(([name, { operands, summary }]) => row(`${name} ${operands}`, summary))
  .join('\n')}
${row('inspect FILE', inspectSummary)}
${row('validate FILE', validateSummary)}
${row('text FILE', textSummary)}
${row('upload FILE', uploadSummary)}
${row('upload ID', 'With --delete, delete an upload')}
${row('download ID…', downloadSummary)}
${row('jobs', 'List your jobs')}
${row('jobs ID', 'Show a job; with -o, wait for it and save its result; with --delete, cancel and delete it')}
${row('usage', usageSummary)}

${environmentHelp}

${exitHelp}
`;

/** Help for a command that converts. */
export function commandUsage(name: string, command: ConversionCommand): string {
  const own = commandOptionsOf(command.operations);
  const general = [...conversionOptions, ...generalOptions];
  return `${command.summary}

Usage: convert ${name} ${command.operands} [options]

  ${command.example}

A FILE can be - for standard input, the id of an upload or of a result, or an https URL that the service downloads. An
option reads its value from a file with @ (--option @FILE); write @@ for a value that begins with @.

Options:
${own.map((option) => ownRow(option, own)).join('\n')}

${general.map(generalRow).join('\n')}

${environmentHelp}

${exitHelp}
`;
}

/** Help for `inspect`. */
export const inspectUsage = (own: readonly CommandOption[]): string => `${inspectSummary}

Usage: convert inspect FILE [options]

  convert inspect report.pdf

Options:
${own.map((option) => ownRow(option, own)).join('\n')}

${generalOptions.map(generalRow).join('\n')}

${environmentHelp}

${exitHelp}
`;

/** Help for `validate`. */
export const validateUsage = (own: readonly CommandOption[]): string => `${validateSummary}

Usage: convert validate FILE [options]

  convert validate report.pdf --conformance 2b

Options:
${own.map((option) => ownRow(option, own)).join('\n')}

${generalOptions.map(generalRow).join('\n')}

${environmentHelp}

${exitHelp}
`;

/** Help for `text`. */
export const textUsage = (own: readonly CommandOption[]): string => `${textSummary}

Usage: convert text FILE [options]

  convert text report.pdf --format markdown -o report.md

Options:
${own.map((option) => ownRow(option, own)).join('\n')}

${[...textGeneral, ...generalOptions].map(generalRow).join('\n')}

${environmentHelp}

${exitHelp}
`;

/** Help for `upload`. */
export const uploadUsage = (options: readonly GeneralOption[]): string => `${uploadSummary}

Usage: convert upload FILE [options]
       convert upload ID --delete

Options:
${[...options, ...generalOptions].map(generalRow).join('\n')}

${environmentHelp}

${exitHelp}
`;

/** Help for `download`. */
export const downloadUsage = (options: readonly GeneralOption[]): string => `${downloadSummary}

Usage: convert download ID… [options]

  convert download file_… -o result.pdf

Options:
${[...options, ...generalOptions].map(generalRow).join('\n')}

${environmentHelp}

${exitHelp}
`;

/** Help for `jobs`. */
export const jobsUsage = (
  options: readonly GeneralOption[],
): string => `List your jobs of the last 7 days, newest first, or show one

Usage: convert jobs [ID] [options]

Options:
${[...options, ...generalOptions].map(generalRow).join('\n')}

${environmentHelp}

${exitHelp}
`;

/** Help for `usage`. */
export const usageUsage = (options: readonly GeneralOption[]): string => `${usageSummary}

Usage: convert usage [options]

Options:
${[...options, ...generalOptions].map(generalRow).join('\n')}

${environmentHelp}

${exitHelp}
`;

const generalRow = ({ name, short, placeholder, description }: GeneralOption): string =>
  row(`${short === undefined ? '' : `-${short}, `}--${name} ${placeholder}`, description);

function ownRow(
  { name, kind, placeholder, description, isOwnName }: CommandOption,
  all: readonly CommandOption[],
): string {
  // Descriptions name fields and routes, which are options and commands here.
  const text = withCommands(description).replaceAll(/`([^`]*)`/g, (_, code: string) =>
    !isOwnName(code) && all.some(({ field }) => field === code) ? `--${kebabCase(code)}` : code,
  );
  return row(kind === 'flag' ? `--[no-]${name}` : `--${name} ${placeholder}`, text);
}

/** An option and its description, which starts on a new line after a long option. */
function row(left: string, text: string): string {
  const indent = ' '.repeat(column);
  const lines = wrapped(text, width - column);
  const head = `  ${left.trim()} `;
  const [first = '', ...others] = head.length > column ? ['', ...lines] : lines;
  return [`${head.padEnd(column)}${first}`.trimEnd(), ...others.map((line) => `${indent}${line}`)].join('\n');
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
