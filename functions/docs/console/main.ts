import { type ApiDocument, readDocument } from './api-document.ts';
import { ApiKey } from './api-key.ts';
import { ConversionForm } from './conversion-form.ts';
import { byId } from './element.ts';
import { KeyForm } from './key-form.ts';
import { ProblemBox } from './problem-box.ts';

/** The path of the API: `/prod` for the page `/prod/docs`. */
const baseUrl = new URL('.', location.href).href.replace(/\/$/, '');

const apiKey = new ApiKey();
const keyForm = new KeyForm(apiKey, baseUrl);
followColorScheme();
try {
  const apiDocument = await readDocument(baseUrl);
  new ConversionForm({ baseUrl, apiDocument, apiKey, keyForm });
  // Until now, clicks had no effect.
  byId('conversion', HTMLFormElement).inert = false;
  showReferenceWhenWanted(apiDocument);
} catch (error) {
  // The form is still inert.
  new ProblemBox('page-problem').show(error);
}

/** The reference is ten times as large as the rest, so it is loaded on scrolling to it or following a link into it. */
function showReferenceWhenWanted(apiDocument: ApiDocument): void {
  const node = byId('swagger', HTMLElement);
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) show();
    },
    { rootMargin: '50px' },
  );
  const show = (): void => {
    observer.disconnect();
    void import('./reference.ts').then(
      ({ showReference }) => showReference(node, apiDocument, apiKey),
      () => (node.textContent = 'The reference could not be loaded. Reload the page.'),
    );
  };
  if (location.hash.startsWith('#/')) show();
  else observer.observe(node);
}

/** The styles of the reference depend on a class. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}
