import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { AppError } from '../../base/app-error.ts';
import type { PageSessions } from './chromium/page-sessions.ts';
import type { Rule } from './interception.ts';
import type { PageOptions, PdfOptions } from '../../api/options/html.ts';
import type { RenderCookie, RenderRequest } from './render-request.ts';
import { ScriptError } from './script-error.ts';

/**
 * The viewport of a PDF's page before printing, in CSS pixels. The page sees a window of this size, but Chromium draws
 * it scaled down, because it is never shown: drawing it at full size is a seventh of the work for a small page.
 * (Screenshots reuse what was already drawn, so they would lose quality.)
 */
export const pdfViewport = { width: 1280, height: 800, deviceScaleFactor: 1, scale: 0.1 };

/** The viewport before printing with these options. */
export const viewportOf = ({ window }: PdfOptions): typeof pdfViewport => ({ ...pdfViewport, ...window });

/**
 * Applies all settings that a page needs before it is loaded.
 *
 * @param url the page's URL
 * @throws AppError `invalid-field` when no browser would accept a cookie, header or user agent, or when an expression
 *   is not JavaScript
 */
export async function setUpPage(sessions: PageSessions, request: RenderRequest, url: string): Promise<void> {
  const { main: session } = sessions;
  const options = request.page;
  checkHeaders(options);
  const media = options.emulatedMediaType ?? defaultMedia(request);
  const viewport = request.format === 'pdf' ? viewportOf(request.pdf) : { ...request.image, scale: 1 };
  const width = drawable(viewport.width, viewport.deviceScaleFactor);
  const height = drawable(viewport.height, viewport.deviceScaleFactor);
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      // By default, the screen has 800 × 600 pixels, on which pages may choose the layout of a tablet.
      screenWidth: width,
      screenHeight: height,
      deviceScaleFactor: viewport.deviceScaleFactor,
      mobile: false,
      scale: viewport.scale,
    }),
    session.send('Emulation.setEmulatedMedia', { media, features: [...options.emulatedMediaFeatures] }),
    options.javascript ? undefined : session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    identify(sessions, request),
    setCookies(session, options.cookies, url),
    checkExpression(session, options.waitForExpression),
  ]);
}

/** The media type before a page is rendered; empty for the one that Chromium has then and changes when it prints. */
const defaultMedia = ({ format, page }: RenderRequest): string => {
  if (format !== 'pdf') return 'screen';
  return page.loadsForScreen === true ? '' : 'print';
};

/** Sets the user agent and the extra headers of all frames. */
async function identify(sessions: PageSessions, { source, page }: RenderRequest): Promise<void> {
  const { userAgent, extraHttpHeaders } = page;
  if (userAgent !== undefined) {
    await sessions.each((session) => session.send('Network.setUserAgentOverride', { userAgent }));
  }
  // An uploaded page has no server; its author chooses the hosts it requests, and each of them gets the headers.
  if (source.kind !== 'html' || Object.keys(extraHttpHeaders).length === 0) return;
  await sessions.each((session) =>
    session.send('Network.setExtraHTTPHeaders', { headers: { ...extraHttpHeaders } }),
  );
}

/**
 * At least one CSS pixel, and as many as one image pixel needs: Chromium never draws an image without pixels, and waits
 * for it forever.
 */
export const drawable = (cssPixels: number, deviceScaleFactor: number): number =>
  Math.max(cssPixels, Math.ceil(1 / deviceScaleFactor));

/** Chromium reports a header that it does not accept late and without detail. */
function checkHeaders({ extraHttpHeaders, userAgent = '' }: PageOptions): void {
  const check = (field: string, name: string, value: string): void => {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw AppError.inField('invalid-field', field, `'${name}: ${value}' is not a valid header`, { cause });
    }
  };
  check('userAgent', 'user-agent', userAgent);
  for (const [name, value] of Object.entries(extraHttpHeaders)) check('extraHttpHeaders', name, value);
}

/**
 * Compiles the expression before a page is loaded: a page can make any expression throw a `SyntaxError` when it runs,
 * and page messages would reach a session whose runtime is enabled.
 */
async function checkExpression(session: CDPSession, expression: string | undefined): Promise<void> {
  if (expression === undefined) return;
  await session.send('Runtime.enable');
  const { exceptionDetails } = await session.send('Runtime.compileScript', {
    expression,
    sourceURL: '',
    persistScript: false,
  });
  await session.send('Runtime.disable');
  if (!exceptionDetails) return;
  const cause = new ScriptError(exceptionDetails);
  const message = `'${expression}' is not a JavaScript expression: ${cause.message}`;
  throw AppError.inField('invalid-field', 'waitForExpression', message, { cause });
}

async function setCookies(session: CDPSession, cookies: readonly RenderCookie[], url: string): Promise<void> {
  if (cookies.length === 0) return;
  await session
    .send('Network.setCookies', { cookies: cookies.map((cookie) => cookieParameter(cookie, url)) })
    .catch((cause: unknown) => {
      throw AppError.inField(
        'invalid-field',
        'cookies',
        'must be cookies that the browser accepts: a name or value has invalid characters, or a domain does not match ' +
          'the page',
        { cause },
      );
    });
}

function cookieParameter(cookie: RenderCookie, url: string): Protocol.Network.CookieParam {
  const { name, value, domain, path, secure, httpOnly, sameSite, expires } = cookie;
  return {
    name,
    value,
    ...(domain === undefined ? { url } : { domain, path: '/' }),
    ...(path === undefined ? {} : { path }),
    ...(secure === undefined ? {} : { secure }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
    ...(sameSite === undefined ? {} : { sameSite }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/**
 * Sends the extra headers of a page at a URL. Only the page's own origin gets them, since they may hold a secret.
 * Undefined if there are no headers.
 */
export function extraHeadersRule({ source, page }: RenderRequest): Rule | undefined {
  const extra = Object.entries(page.extraHttpHeaders).map(([name, value]) => ({ name, value }));
  if (source.kind !== 'url' || extra.length === 0) return undefined;
  const names = new Set(extra.map(({ name }) => name.toLowerCase()));
  const { origin } = new URL(source.url);
  return {
    urlPattern: '*',
    handle: ({ url, headers }) => {
      // After a redirect, the headers of the previous request are still present.
      const others = Object.entries(headers)
        .filter(([name]) => !names.has(name.toLowerCase()))
        .map(([name, value]) => ({ name, value }));
      const isOwn = URL.canParse(url) && new URL(url).origin === origin;
      return { headers: isOwn ? [...others, ...extra] : others };
    },
  };
}
