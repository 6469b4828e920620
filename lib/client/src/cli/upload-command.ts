import type { Arguments, GeneralOption } from './arguments.ts';
import { type Context, print } from './context.ts';
import { openFile } from './read-input.ts';
import { UsageError } from './terminal.ts';

export const uploadOptions: readonly GeneralOption[] = [
  { name: 'delete', placeholder: '', description: 'With an upload id instead of a file: delete the upload.' },
];

/** Uploads a file and prints its upload id, or deletes an upload. */
export async function runUpload({ operands, options }: Arguments, context: Context): Promise<void> {
  const [operand, ...others] = operands;
  if (operand === undefined || others.length > 0) {
    throw new UsageError(
      options['delete'] ? 'upload --delete requires one id.' : 'upload requires one file.',
    );
  }
  if (options['delete']) return context.client.deleteUpload(operand, context.call);
  const file = await openFile(operand, context.terminal);
  const onProgress = context.status.sending('storing');
  const id = await context.client.upload(file, { ...context.call, onProgress });
  context.status.stop();
  print(context, { id }, [id]);
}
