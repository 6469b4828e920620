import { createHash } from 'node:crypto';

/**
 * A name for a resource that the template leaves unnamed. It depends on the logical id alone, so that what a store
 * keeps under it is found again after a restart.
 *
 * @param limit The service's longest name, in characters.
 */
export function physicalName(logicalId: string, limit: number): string {
  if (logicalId.length <= limit) return logicalId;
  const digest = createHash('sha256').update(logicalId).digest('hex').slice(0, 8);
  return `${logicalId.slice(0, limit - digest.length)}${digest}`;
}

/** An id as API Gateway makes them: lower-case letters and digits. Depends on the logical id alone. */
export function physicalId(logicalId: string, length: number): string {
  const digest = createHash('sha256').update(logicalId).digest();
  return BigInt(`0x${digest.toString('hex')}`)
    .toString(36)
    .slice(0, length);
}
