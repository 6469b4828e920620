import { AppError } from '../../base/app-error.ts';
import type { FontInventory } from '../fonts/font-inventory.ts';
import { checkResources } from './check-resources.ts';
import type { Tab } from './chromium/tab.ts';
import { failingOnConsoleErrors } from './console-error.ts';
import { fontSurvey, fontWarnings } from './font-survey.ts';
import { interceptRequests, type Rule } from './interception.ts';
import { loadPage } from './load-page.ts';
import { LoadReporter } from './load-reporter.ts';
import { NetworkLog } from './network-log.ts';
import { imageWarnings, pageFacts } from './page-facts.ts';
import { PageFonts } from './page-fonts.ts';
import { documentError } from './page-errors.ts';
import { extraHeadersRule, setUpPage } from './page-setup.ts';
import { printColors, printPdf } from './print-pdf.ts';
import type { Progress } from './progress.ts';
import type { Rendering, RenderRequest, RenderWarning } from './render-request.ts';
import { settlePage } from './settle-page.ts';
import { skipWindowLayout } from './skip-window-layout.ts';
import { takePicture } from './take-picture.ts';
import { UploadedSite, uploadOrigin } from './uploaded-site.ts';

/** A tab with all settings applied and nothing loaded yet. */
export interface PreparedPage {
  tab: Tab;
  request: RenderRequest;
  url: string;
  log: NetworkLog;
  site: UploadedSite | undefined;
  reporter: LoadReporter | undefined;
}

/** Lets a page load what is served to it, and nothing else. */
const isolationRule: Rule = {
  urlPattern: '*',
  handle: ({ url }) =>
    url.startsWith(`${uploadOrigin}/`) || /^(?:data|blob):/i.test(url)
      ? undefined
      : { errorReason: 'BlockedByClient' },
};

/**
 * Prepares an unused tab for one page.
 *
 * @throws AppError when no browser accepts the options, or the URL is not a web URL
 */
export async function preparePage(tab: Tab, request: RenderRequest): Promise<PreparedPage> {
  const { session, sessions } = tab;
  const { source } = request;
  const url = source.kind === 'url' ? source.url : `${uploadOrigin}/`;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new AppError('url-not-allowed', `'${url}' is neither an http nor an https URL.`);
  }
  const log = new NetworkLog(tab);
  const reporter = request.report && new LoadReporter(tab, request.report);
  const site = source.kind === 'html' ? new UploadedSite(source) : undefined;
  if (site) tab.serve(uploadOrigin, site.listener);
  const isIsolated = source.kind === 'html' && source.isIsolated === true;
  if (isIsolated) tab.isolate();
  const isolation = isIsolated ? isolationRule : undefined;
  const rules = [isolation, site?.rule, extraHeadersRule(request)].filter((rule) => rule !== undefined);
  await Promise.all([
    setUpPage(sessions, request, url),
    interceptRequests(session, rules),
    source.kind === 'url' ? tab.admit() : undefined,
  ]);
  return { tab, request, url, log, site, reporter };
}

/**
 * Loads and renders a page. It applies no limits: the caller ends the browser at a limit.
 *
 * @throws AppError when the page or the options are at fault
 */
export function renderPage(
  prepared: PreparedPage,
  inventory: FontInventory,
  progress: Progress,
): Promise<Rendering> {
  const render = () => renderPrepared(prepared, inventory, progress);
  const { tab, request } = prepared;
  return request.page.failOnConsoleErrors ? failingOnConsoleErrors(tab.session, render) : render();
}

async function renderPrepared(
  prepared: PreparedPage,
  inventory: FontInventory,
  progress: Progress,
): Promise<Rendering> {
  const { tab, request, url, log, site, reporter } = prepared;
  const { session, frame } = tab;
  const { fonts = [] } = request;
  const given = new PageFonts(fonts);
  const isError = errorStatuses(request);
  const check = (): void => {
    const error = log.document && documentError(log.document, tab, isError);
    if (error) throw error;
  };
  progress.enter('its fonts');
  await Promise.all([given.announce(session), reporter?.begin()]);
  await loadPage(session, url, log, progress);

  await settlePage(frame, request.page, showsMore(request), log, check, progress);
  await given.settle(frame);
  const networkWarnings = (): RenderWarning[] => [...log.warnings(), ...(site?.warnings() ?? [])];
  const faces = fonts.map(({ face }) => face);
  // Before the output: a printed page has no layout any more.
  const [facts, survey] = await frame.readAll([
    pageFacts,
    fontSurvey,
    skipWindowLayout(request),
    printColors(request),
  ]);
  const ofImages = imageWarnings(facts, networkWarnings());
  const loadWarnings = (): RenderWarning[] => [...networkWarnings(), ...ofImages];
  const ofFonts = fontWarnings(survey, inventory, faces);
  if (request.page.failOnResourceErrors) checkResources(loadWarnings());

  progress.enter(request.format === 'pdf' ? 'the PDF to be written' : 'the image to be captured');
  const output =
    request.format === 'pdf'
      ? await printPdf(frame, request.pdf, facts.assumedLanguage)
      : await takePicture(frame, request.format, request.image);
  // The page may have replaced itself at the last moment.
  check();
  const report = reporter && { report: reporter.report };
  return { ...output, title: facts.title, warnings: [...loadWarnings(), ...ofFonts], ...report };
}

/** Whether more than the viewport is rendered. */
function showsMore(request: RenderRequest): boolean {
  if (request.format === 'pdf') return true;
  const { fullPage, selector, clip } = request.image;
  return fullPage || selector !== undefined || clip !== undefined;
}

/** Which statuses of the page are an error. */
function errorStatuses({ source, report }: RenderRequest): (status: number) => boolean {
  if (report) return (status) => report.pageStatuses.includes(status);
  return (status) => status >= 400 && (source.kind !== 'url' || source.failOnHttpError);
}
