import type { Permission } from '../../../api/fields/finishing/permissions.ts';

/** The bits of the permissions, counted from 0 (ISO 32000-2, table 22, counts from 1). */
const bitOf: Readonly<Record<Permission, number>> = {
  print: 2,
  modify: 3,
  copy: 4,
  annotate: 5,
  fill: 8,
  extract: 9,
  assemble: 10,
  'print-high': 11,
};

/** The bit of `/P` for a permission. */
export const permissionBit = (permission: Permission): number => 1 << bitOf[permission];

const every = (Object.keys(bitOf) as Permission[]).reduce((bits, name) => bits | permissionBit(name), 0);

/** All bits but those of permissions and the first two, which are 0. */
const reserved = ~every & ~0b11;

/**
 * The value of `/P`: all permissions by default. Extraction for accessibility is always permitted, as PDF 2.0 requires.
 * High quality alone would permit nothing, so it includes printing.
 */
export function permissionBits(permissions?: readonly Permission[]): number {
  if (!permissions) return reserved | every;
  const printing = permissions.includes('print-high') ? permissionBit('print') : 0;
  return permissions.reduce(
    (bits, name) => bits | permissionBit(name),
    reserved | permissionBit('extract') | printing,
  );
}
