import type { Principal } from '../../auth/authorizer.ts';
import { newId } from '../../base/identifiers.ts';
import type { RenderFields } from '../../api/fields/html/fields.ts';
import { finishingAmong } from '../finishing/apply-finishing.ts';
import type { PageFinishing } from './finish-page.ts';
import { renderOptions } from './options.ts';
import type { PageRequest } from './render-page.ts';

/** A client's request for a rendering. */
export interface PageCall {
  principal: Pick<Principal, 'keyId'>;
  requestId: string;
  /** The ULID of the result, if the response must be replayable. */
  resourceId?: string;
  deadline: number;
  fields: RenderFields;
}

/**
 * Returns what all synchronous renderings have in common.
 *
 * @throws AppError `invalid-field` when the margins leave nothing of the paper
 */
export const pageRequest = ({
  principal,
  requestId,
  resourceId,
  deadline,
  fields,
}: PageCall): Omit<PageRequest, 'source' | 'fonts' | 'fallbackName'> & PageFinishing => ({
  owner: principal.keyId,
  requestId,
  fileId: newId('file', resourceId),
  deadline,
  options: renderOptions(fields),
  finishing: finishingAmong(fields),
  fileName: fields.fileName,
});
