import { type Permission, permissions } from '../../../api/fields/finishing/permissions.ts';
import type { Access } from '../encryption/decryption.ts';
import { permissionBit } from '../encryption/permission-bits.ts';

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
    const known = (revision < 3 && withRevision2[permission]) || permission;
    return (granted & permissionBit(known)) !== 0;
  });
}
