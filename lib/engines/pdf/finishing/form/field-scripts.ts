import { dictAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import type { PDFName } from '../../objects.ts';
import type { FormField } from './document-form.ts';

/** Whether a field has an action for an event (PDF 32000-1, table 196). */
export const hasScript = ({ node }: Pick<FormField, 'node'>, event: PDFName): boolean =>
  dictAt(node.dict, keys.AA)?.has(event) ?? false;
