import { expect, it } from 'vitest';
import { fromBuffer } from '#lib/base/random-access.ts';
import { InputFault } from '#lib/base/input-fault.ts';
import { checkMailFiles } from '#lib/conversions/html/mail/prepare-mail.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import type { InputStore } from '#lib/files/input-store.ts';
import { mailOf, part } from '../../../../support/mail.ts';

const inputs = {
  lookInto: <T>({ field, source }: InputFile, look: (access: ReturnType<typeof fromBuffer>) => Promise<T>) =>
    look(fromBuffer(source.kind === 'inline' ? source.bytes : Buffer.alloc(0))).catch((error: unknown) => {
      throw error instanceof InputFault ? error.inField(field) : error;
    }),
} as unknown as InputStore;

const check = (text: string, size = text.length) =>
  checkMailFiles(
    {
      file: {
        field: 'files[1]',
        fileName: 'a',
        size,
        source: { kind: 'inline', bytes: Buffer.from(text) },
      },
      fonts: [],
    },
    inputs,
  );

it('takes mails of up to 50 MiB, and nothing else', async () => {
  await check(mailOf(part('a')));
  await expect(check('Dear Bob')).rejects.toMatchObject({
    code: 'invalid-file-type',
    errors: [{ field: 'files[1]', message: 'must be an email message (EML)' }],
  });
  await expect(check(mailOf(part('a')), 52_428_801)).rejects.toMatchObject({
    code: 'file-too-large',
    errors: [{ field: 'files[1]', message: 'has 52428801 bytes; the limit for an email is 52428800' }],
  });
});
