import { type Arguments, type GeneralOption, textOf } from './arguments.ts';
import type { Context } from './context.ts';
import { destinationOf } from './destination.ts';
import { saveAndPrint } from './save-results.ts';
import { UsageError } from './terminal.ts';

/** Saves results by their ids. */
export async function runDownload(args: Arguments, context: Context): Promise<void> {
  const ids = args.operands;
  if (ids.length === 0) throw new UsageError('ID is missing.');
  const invalid = ids.find((id) => !id.startsWith('file_'));
  if (invalid !== undefined) throw new UsageError(`${invalid} is not the id of a result (file_…).`);
  const { client, call } = context;
  const destination = await destinationOf(textOf(args, 'output'), ids.length);
  const results = await Promise.all(ids.map((id) => client.getFile(id, call)));
  const [first] = results;
  await saveAndPrint(first && results.length === 1 ? first : results, destination, context);
}

export const downloadOptions: readonly GeneralOption[] = [
  {
    name: 'output',
    short: 'o',
    placeholder: 'PATH',
    description:
      'File or folder for the results, overwritten if it exists; - for standard output. Default: their names in the current folder, with a number if a name is taken.',
  },
];
