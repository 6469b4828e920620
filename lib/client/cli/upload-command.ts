import type { Arguments } from './arguments.ts';
import { type Context, print } from './context.ts';
import { openFile } from './read-input.ts';
import { UsageError } from './terminal.ts';

/** Uploads a file and prints the id that stands for it. */
export async function runUpload({ operands }: Arguments, context: Context): Promise<void> {
  const [path, ...others] = operands;
  if (path === undefined || others.length > 0) throw new UsageError('upload takes one file.');
  const file = await openFile(path, context.terminal);
  const onProgress = context.status.sending('storing');
  const id = await context.client.upload(file, { ...context.call, onProgress });
  context.status.stop();
  print(context, { id }, [id]);
}
