import * as z from 'zod';
import { jsonField } from '../json-field.ts';
import { unknownMembers } from '../unknown-members.ts';
import { permissions } from './permissions.ts';

/** Readers ignore what is longer (ISO 32000-2, 7.6.4.3.3). */
const maxPasswordBytes = 127;

/**
 * A password that every reader takes for the same. Readers differ in which of the other characters they drop or reject
 * (RFC 4013).
 */
const password = (description: string) =>
  z
    .string('must be a string')
    .min(1, { error: 'must not be empty', abort: true })
    .refine((text) => Buffer.byteLength(text) <= maxPasswordBytes, {
      error: `must have at most ${maxPasswordBytes} bytes in UTF-8`,
      abort: true,
    })
    .refine((text) => !/\p{C}/u.test(text), 'must not contain control, format or unassigned characters')
    .refine((text) => !/^[\p{M}\u1806]/u.test(text), 'must not begin with a combining character')
    .optional()
    .meta({ description, examples: ['secret'] });

const permission = z.enum(permissions, { error: `must be one of ${permissions.join(', ')}` });

const protection = z
  .strictObject(
    {
      userPassword: password('Password that opens the PDF. Default: it opens without a password.'),
      ownerPassword: password(
        'Password that opens the PDF without restrictions. Default: no password lifts the restrictions.',
      ),
      permissions: z
        .array(permission, 'must be an array of permissions')
        .max(permissions.length, `must have at most ${permissions.length} entries`)
        .optional()
        .meta({
          description:
            'What is permitted without the owner password. `extract` (text for assistive technology) is always permitted. Default: everything.',
          examples: [['print', 'copy']],
        }),
    },
    {
      error: (issue) => unknownMembers.error(issue) ?? 'must be an object with userPassword or ownerPassword',
    },
  )
  .refine(({ userPassword, ownerPassword }) => userPassword !== undefined || ownerPassword !== undefined, {
    error: 'must have userPassword or ownerPassword',
  });

/** `protect`: the passwords and permissions of the result. */
export const protectField = jsonField(
  protection,
  `JSON object that encrypts the PDF with AES-256: \`userPassword\`, \`ownerPassword\` or both, and \`permissions\`, an array of ${permissions.map((name) => `\`${name}\``).join(', ')}. Default: the PDF is not encrypted.`,
  { entries: 3, example: { userPassword: 'secret', ownerPassword: 'more secret', permissions: ['print'] } },
);
