import { type Permission, permissions } from '../../../api/fields/finishing/permissions.ts';
import type { Access } from '../encryption/decryption.ts';

/** The bit of `/P` for each permission (ISO 32000-2, table 22). */
const bits: Readonly<Record<Permission, number>> = {
  print: 1 << 2,
  modify: 1 << 3,
  copy: 1 << 4,
  annotate: 1 << 5,
  fill: 1 << 8,
  extract: 1 << 9,
  assemble: 1 << 10,
  'print-high': 1 << 11,
};

/** What revision 2, which has only the first four bits, grants with them. */
const withRevision2: Readonly<Partial<Record<Permission, Permission>>> = {
  fill: 'annotate',
  extract: 'copy',
  assemble: 'modify',
  'print-high': 'print',
};

/** What a user of a document may do; everything if it is not encrypted. */
export function permissionsOf(access: Access | undefined): Permission[] {
  if (!access) return [...permissions];
  const { revision, permissions: granted } = access;
  return permissions.filter((permission) => {
    const bit = bits[(revision < 3 && withRevision2[permission]) || permission];
    return (granted & bit) !== 0;
  });
}
