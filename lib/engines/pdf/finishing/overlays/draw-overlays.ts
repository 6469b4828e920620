import type { PageSpan } from '../../../../base/page-ranges.ts';
import { type PageView, viewOf } from '../../assembly/pages/page-view.ts';
import { PDFDict } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { Drawable, TextDrawing } from './drawable.ts';
import { fitOn } from './fit.ts';
import { numerals } from './matrix.ts';
import { Opacity } from './opacity.ts';
import type { Overlay } from './overlay.ts';
import { OverlayForms } from './overlay-forms.ts';
import { PageContents } from './page-contents.ts';
import { PageResources } from './page-resources.ts';
import { placementOn } from './placement.ts';
import { Tilings } from './tiling.ts';

/**
 * Draws overlays on pages, as artifacts: they are no part of a tagged document's structure. Only pages that change are
 * parsed.
 *
 * @param texts needed by overlays with text; embed its fonts afterwards
 * @throws InputFault `file-too-large`, and those of `pageForm`
 */
export function drawOverlays(
  document: BuiltDocument,
  overlays: readonly Overlay[],
  texts: TextDrawing | undefined,
): void {
  const painter = new Painter(document, texts);
  const contents = new PageContents(document);
  const selections = overlays.map(({ pages }) => selectionOf(pages, document.pages.length));
  for (const [index, ref] of document.pages.entries()) {
    const onPage = overlays.filter((_, overlay) => selections[overlay]?.[index] === 1);
    if (onPage.length === 0) continue;
    const page = document.context.lookup(ref, PDFDict);
    const view = viewOf(page);
    if (onPage.some(({ layer }) => layer === 'stamp')) contents.isolate(page, view.box);
    const drawn = (layer: Overlay['layer']): string =>
      onPage
        .filter((overlay) => overlay.layer === layer)
        .map((overlay) => painter.draw(overlay, { page, view, number: index + 1 }))
        .join('');
    contents.add(page, { beneath: drawn('watermark'), above: drawn('stamp') });
  }
}

function selectionOf(spans: readonly PageSpan[], pages: number): Uint8Array {
  const isSelected = new Uint8Array(pages);
  for (const { first, last } of spans) isSelected.fill(1, first - 1, last);
  return isSelected;
}

interface Target {
  page: PDFDict;
  view: PageView;
  number: number;
}

/** Writes the operators that draw overlays, and adds to each page the resources that they name. */
class Painter {
  readonly #forms: OverlayForms;
  readonly #resources: PageResources;
  readonly #opacity: Opacity;
  readonly #tilings: Tilings;

  constructor(document: BuiltDocument, texts: TextDrawing | undefined) {
    this.#forms = new OverlayForms(document, texts);
    this.#resources = new PageResources(document.context);
    this.#opacity = new Opacity(document.context);
    this.#tilings = new Tilings(document.context);
  }

  /** @returns nothing for content that has no area or cannot be seen */
  draw(overlay: Overlay, target: Target): string {
    const { content, opacity } = overlay;
    if (opacity <= 0) return '';
    const form = this.#forms.of(content, target.number);
    if (!(form.width > 0 && form.height > 0)) return '';
    const isTranslucent = opacity < 1;
    const drawable = isTranslucent ? this.#opacity.groupOf(form) : form;
    const { page } = target;
    const state = isTranslucent
      ? `/${this.#resources.add(page, 'ExtGState', this.#opacity.state(opacity))} gs\n`
      : '';
    return `${beginArtifact}q\n${state}${this.#operators(overlay, drawable, target)}\nQ\nEMC\n`;
  }

  #operators(overlay: Overlay, drawable: Drawable, { page, view }: Target): string {
    const { scale, rotation } = fitOn(view, drawable, overlay);
    const placement = placementOn(view, drawable, scale, { ...overlay, rotation });
    if (!overlay.tile) {
      return `${numerals(placement)} cm\n/${this.#resources.add(page, 'XObject', drawable.ref)} Do`;
    }
    const pattern = this.#tilings.pattern(drawable, placement, view);
    const [left, bottom, right, top] = view.box;
    const area = numerals([left, bottom, right - left, top - bottom]);
    return `/Pattern cs\n/${this.#resources.add(page, 'Pattern', pattern)} scn\n${area} re f`;
  }
}

/** Marked content that assistive technology and reflow skip (PDF 32000-1, 14.8.2.2). */
const beginArtifact = '/Artifact <</Type/Pagination/Subtype/Watermark>> BDC\n';
