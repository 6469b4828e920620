import type { PageScript } from './main-frame.ts';
import type { RenderWarning } from './render-request.ts';
import { uploadOrigin } from './uploaded-site.ts';

/** Maximum length of a title, in UTF-16 code units. */
const longestTitle = 1000;

/** Images that one page is warned of. Further ones are not named. */
const mostImages = 20;

/** Maximum length of the address of an image, which can contain the image itself. */
const longestUrl = 2000;

interface PageFacts {
  title: string;
  /** The language that Chromium assumes of pages that state none, unless the page itself is in it. Else empty. */
  assumedLanguage: string;
  /** The addresses of images that have arrived and cannot be shown. */
  broken: string[];
}

const facts = `(() => {
  const isBroken = ({ complete, naturalWidth, currentSrc }) => complete && naturalWidth === 0 && currentSrc !== '';
  const isIn = (root, language) => root !== null && Element.prototype.matches.call(root, ':lang(' + language + ')');
  const { language } = navigator;
  const broken = [...document.images].filter(isBroken).slice(0, ${mostImages});
  return {
    title: document.title.slice(0, ${longestTitle}),
    assumedLanguage: isIn(document.documentElement, language) ? '' : language,
    broken: broken.map(({ currentSrc }) => currentSrc.slice(0, ${longestUrl})),
  };
})()`;

function readFacts(value: unknown): PageFacts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { title, broken, assumedLanguage } = value as Record<string, unknown>;
  if (typeof assumedLanguage !== 'string' || !/^[A-Za-z\d-]{0,100}$/.test(assumedLanguage)) return undefined;
  if (typeof title !== 'string' || title.length > longestTitle) return undefined;
  if (!Array.isArray(broken) || broken.length > mostImages) return undefined;
  const urls = broken.filter((url): url is string => typeof url === 'string' && url.length <= longestUrl);
  return { title: title.toWellFormed(), assumedLanguage, broken: urls.map((url) => url.toWellFormed()) };
}

/** Reads the title of a page, the language that Chromium assumes, and which of its images cannot be shown. */
export const pageFacts: PageScript<PageFacts> = { script: facts, validate: readFacts };

/**
 * Warns about images that have arrived and cannot be shown.
 *
 * @param known warnings about resources that have not arrived, whose images are broken too
 */
export function imageWarnings(
  { broken }: Pick<PageFacts, 'broken'>,
  known: readonly RenderWarning[],
): RenderWarning[] {
  const reported = new Set(known.map(({ url }) => url));
  // Of that many failures, not all are known.
  const isCut = known.some(({ code }) => code === 'more');
  const names = new Set(broken.filter((url) => !reported.has(url)).map(nameOf));
  return [...names]
    .filter((name) => !isCut && !reported.has(name))
    .map((name) => ({
      code: 'failed' as const,
      message: `The image '${name}' is damaged, or of a kind that cannot be shown.`,
      url: name,
    }));
}

/** An asset by its file name, another image by its address without its data. */
function nameOf(url: string): string {
  if (url.startsWith(`${uploadOrigin}/`)) {
    const name = url.slice(url.lastIndexOf('/') + 1);
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  }
  return url.startsWith('data:') ? 'data:' : url;
}
