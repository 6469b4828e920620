import type { Inspection } from '../../../api/responses/inspection.ts';
import { pageView } from '../assembly/pages/page-view.ts';
import { keys } from '../keys.ts';
import type { PageLeaf } from '../reader/page-leaf.ts';

type PageSize = Omit<Inspection['pages'][number], 'label'>;

/** The size of a page as displayed. */
export function pageSizeOf({ attributes, dict }: PageLeaf): PageSize {
  const view = pageView(dict.context, { ...attributes, UserUnit: dict.get(keys.UserUnit) });
  return { width: rounded(view.width), height: rounded(view.height), rotation: view.rotation };
}

const rounded = (points: number): number => Math.round(points * 1000) / 1000;
