import type { OverlayFit, OverlayFits } from '../../api/options/overlay-fit.ts';
import type { PageSelections } from '../../api/options/page-selections.ts';
import type { InputFile } from '../../files/input-file.ts';
import { extensionOf, type Form, type FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import { parseGoJson } from '../form/go-json.ts';
import { GoValueError } from '../form/go-values.ts';
import type { NativeOrder } from './native-order.ts';
import { overlayMembers } from './overlay-options.ts';
import { overlayText, valuesAt } from './overlay-text.ts';
import { readSelection } from './page-selection.ts';

type Layer = 'watermark' | 'stamp';

const sources = ['text', 'image', 'pdf'];

/**
 * Reads the watermarks and stamps of a form. Each of their fields can be repeated, once for each overlay.
 *
 * @throws FormError
 */
export function overlaysOrder(form: Form): NativeOrder {
  const fields: NativeOrder['fields'] = {};
  const overlayFits: OverlayFits = {};
  const overlays: InputFile[] = [];
  const selections: PageSelections = {};
  for (const layer of ['watermark', 'stamp'] as const) {
    const files = form.side(layer);
    const entries = form.texts(`${layer}Source`).map((source, index) => {
      const file = source === 'text' ? undefined : nextFile(layer, source, files);
      if (!file) return entryOf(form, layer, index, { text: form.texts(`${layer}Expression`)[index] ?? '' });
      // The names of files must differ: two stamps may come as logo.png.
      const fileName = `${layer}-${index}${extensionOf(file.fileName)}`;
      overlays.push({ ...file, fileName });
      return entryOf(form, layer, index, { file: fileName });
    });
    if (entries.length === 0) continue;
    fields[layer] = JSON.stringify(entries.map(({ entry }) => entry));
    overlayFits[layer] = entries.map(({ fit }) => fit);
    selections[layer] = entries.map((_, index) => selectionOf(form, layer, index));
  }
  return {
    fields,
    files: overlays.length > 0 ? { overlays } : {},
    ...(Object.keys(fields).length > 0 ? { overlayFits, selections } : {}),
  };
}

function nextFile(layer: Layer, source: string, files: FormFile[]): FormFile {
  if (!sources.includes(source)) {
    throw new FormError(
      `Invalid form data: form field '${layer}Source' is invalid (got '${source}', resulting to wrong value, expected either 'text', 'image' or 'pdf')`,
    );
  }
  const file = files.shift();
  if (!file) throw new FormError(`Invalid form data: a ${layer} file is required for image or pdf source`);
  return file;
}

function selectionOf(form: Form, layer: Layer, index: number): string {
  const invalid = (): FormError =>
    new FormError(
      `The requested ${layer} source is not supported, or no PDF engine could process it. Valid sources: 'text', 'image', 'pdf'.`,
    );
  return readSelection(form.texts(`${layer}Pages`)[index] ?? '', invalid);
}

function entryOf(
  form: Form,
  layer: Layer,
  index: number,
  content: { text: string } | { file: string },
): { entry: object; fit: OverlayFit } {
  const options = optionsOf(form.texts(`${layer}Options`)[index] ?? '', layer);
  try {
    const { members, fit } = overlayMembers(options, 'text' in content);
    return 'text' in content
      ? {
          entry: { text: overlayText(content.text), ...members },
          fit: { ...fit, values: valuesAt(new Date()) },
        }
      : { entry: { ...content, ...members }, fit };
  } catch (error) {
    if (!(error instanceof GoValueError)) throw error;
    throw new FormError(`Invalid form data: form field '${layer}Options' is invalid (${error.message})`);
  }
}

function optionsOf(text: string, layer: Layer): Record<string, string> {
  if (text === '') return {};
  const invalid = new FormError(`Invalid form data: form field '${layer}Options' is invalid`);
  let options: unknown;
  try {
    options = parseGoJson(text);
  } catch (error) {
    if (!(error instanceof GoValueError)) throw error;
    throw invalid;
  }
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw invalid;
  const entries = Object.entries(options);
  if (entries.some(([, value]) => typeof value !== 'string')) throw invalid;
  return Object.fromEntries(entries);
}
