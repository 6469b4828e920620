import type { Permission } from '../../api/fields/finishing/permissions.ts';
import type { Form } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import { parseBool } from '../form/go-values.ts';
import { emptyOrder, type NativeOrder } from './native-order.ts';

/** The fields that permit something, all of them by default. */
export const permissionFields: Readonly<Record<string, readonly Permission[]>> = {
  allowPrinting: ['print', 'print-high'],
  allowCopying: ['copy', 'extract'],
  allowModifying: ['modify'],
  allowAnnotating: ['annotate'],
  allowFillingForms: ['fill'],
  allowAssembling: ['assemble'],
};

/** Passwords and permissions. */
export interface Protection {
  userPassword: string;
  ownerPassword: string;
  permissions: readonly Permission[];
  isRestricted: boolean;
}

export function readProtection(form: Form): Protection {
  const permitted = Object.entries(permissionFields).map(
    ([name, permissions]) => [form.read(name, parseBool) ?? true, permissions] as const,
  );
  return {
    userPassword: form.text('userPassword'),
    ownerPassword: form.text('ownerPassword'),
    permissions: permitted.flatMap(([allowed, permissions]) => (allowed ? permissions : [])),
    isRestricted: permitted.some(([allowed]) => !allowed),
  };
}

/** @throws FormError for restrictions without a password */
export function protectionOrder({
  userPassword,
  ownerPassword,
  permissions,
  isRestricted,
}: Protection): NativeOrder {
  if (userPassword === '' && ownerPassword === '') {
    if (!isRestricted) return emptyOrder();
    throw new FormError(
      "Invalid form data: permission restrictions require a 'userPassword' or 'ownerPassword'",
    );
  }
  const protect = {
    ...(userPassword === '' ? {} : { userPassword }),
    ...(ownerPassword === '' ? {} : { ownerPassword }),
    ...(isRestricted ? { permissions } : {}),
  };
  return { fields: { protect: JSON.stringify(protect) }, files: {} };
}
