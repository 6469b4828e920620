import type { FileStore } from '../../files/file-store.ts';
import { storedDeliverable } from '../deliveries/deliverable.ts';
import type { DeliveryTarget, ResultDelivery } from '../deliveries/result-delivery.ts';
import { addWarnings } from './page-warnings.ts';
import type { RenderedPage } from './render-page.ts';

export interface DeliveryStores {
  deliveries: ResultDelivery;
  files: Pick<FileStore, 'open' | 'record'>;
}

/** Sends a rendered page to the URL that the client named. Returns it with the warning if that fails. */
export async function deliverPage(
  page: RenderedPage,
  target: DeliveryTarget,
  { deliveries, files }: DeliveryStores,
): Promise<RenderedPage> {
  if (page.kind === 'produced') return { ...page, file: await deliveries.one(page.file, target) };
  return addWarnings(page, await deliveries.send(storedDeliverable(page.file, files), target), files);
}
