import type { Form } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import { parseBool } from '../form/go-values.ts';
import { parsePageRanges, PageRangeError } from '../../base/page-ranges.ts';
import { type ExtraHeader, parseExtraHeaders } from './extra-headers.ts';
import { imageRows, loadingRows, printRows } from './page-rows.ts';
import { cookiesOf, mediaFeaturesOf, numberList, stringList } from './page-values.ts';
import { bool, type FieldRow, optionTextsOf } from './row.ts';

/** What makes a page an error that the service itself renders. */
export interface FailOn {
  pageStatuses: number[];
  resourceStatuses: number[];
  /** Domains whose statuses do not matter. */
  ignoredDomains: readonly string[];
  resourceFailures: boolean;
  exceptions: boolean;
}

/** How a page is loaded and rendered. */
export interface PageForm {
  /** The text fields of the operation. */
  fields: Record<string, string>;
  failOn: FailOn;
  headers: readonly ExtraHeader[];
  /** How many requests may be pending when the page is rendered; undefined if it does not matter. */
  idleRequests: number | undefined;
}

const usualStatuses = [499, 599];

/** A list of statuses, in which 499 stands for all of 4xx, and so on. */
const statusesOf = (name: string, form: Form, byDefault: readonly number[] = []): number[] => {
  const read = (text: string): number[] => numberList(name, text);
  const list = form.read(name, read) ?? byDefault;
  return list.flatMap((status) =>
    status % 100 === 99 && status < 600 ? Array.from({ length: 100 }, (_, index) => status - index) : status,
  );
};

const rowsNamed = (...names: string[]): readonly FieldRow[] =>
  loadingRows.filter(({ name }) => names.includes(name));

/** Reads how a page is loaded, in Gotenberg's order of faults. Wrong values are faults of the form. */
function readLoading(form: Form): PageForm {
  const skipsIdle = form.read('skipNetworkIdleEvent', parseBool) ?? true;
  const skipsAlmostIdle = form.read('skipNetworkAlmostIdleEvent', parseBool) ?? true;
  const pageStatuses = statusesOf('failOnHttpStatusCodes', form, usualStatuses);
  const resourceStatuses = statusesOf('failOnResourceHttpStatusCodes', form);
  const ignoredDomains = form.read('ignoreResourceHttpStatusDomains', (text) =>
    stringList('ignoreResourceHttpStatusDomains', text),
  );
  const resourceFailures = form.read('failOnResourceLoadingFailed', parseBool) ?? false;
  const exceptions = form.read('failOnConsoleExceptions', parseBool) ?? false;
  const delays = optionTextsOf(rowsNamed('waitDelay'), form);
  const status = form.text('waitWindowStatus');
  const waits = optionTextsOf(rowsNamed('waitForExpression', 'waitForSelector'), form);
  const cookies = form.read('cookies', cookiesOf);
  const agent = optionTextsOf(rowsNamed('userAgent'), form);
  const headers = form.read('extraHttpHeaders', parseExtraHeaders) ?? [];
  const media = optionTextsOf(rowsNamed('emulatedMediaType'), form);
  const emulatedMediaFeatures = form.read('emulatedMediaFeatures', mediaFeaturesOf);
  const given = {
    skipNetworkIdle: String(skipsIdle && skipsAlmostIdle),
    ...delays,
    cookies,
    emulatedMediaFeatures,
    ...(status === '' ? {} : { waitForExpression: `window.status === ${JSON.stringify(status)}` }),
    ...waits,
    ...agent,
    ...media,
  };
  return {
    fields: Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    failOn: {
      pageStatuses,
      resourceStatuses,
      ignoredDomains: ignoredDomains ?? [],
      resourceFailures,
      exceptions,
    },
    headers,
    idleRequests: idleRequestsOf(skipsIdle, skipsAlmostIdle),
  };
}

/** As in Chromium's life cycle events. */
function idleRequestsOf(skipsIdle: boolean, skipsAlmostIdle: boolean): number | undefined {
  if (!skipsIdle) return 0;
  return skipsAlmostIdle ? undefined : 2;
}

/** Reads how a page is printed, but for what needs the form to be without faults. */
export function readPrintedPage(form: Form): PageForm & { check: () => void } {
  const page = readLoading(form);
  const isTransparent = form.read('omitBackground', parseBool) ?? false;
  const printing = optionTextsOf(printRows, form);
  const isTagged = printing['outline'] === 'true' || form.isTrue('pdfua');
  const fields: Record<string, string> = {
    format: 'pdf',
    ...page.fields,
    ...printing,
    ...(isTagged && { tagged: 'true' }),
  };
  const header = form.named('header.html');
  const footer = form.named('footer.html');
  const templates = { ...templateOf('headerTemplate', header), ...templateOf('footerTemplate', footer) };
  const check = (): void => {
    if (isTransparent && fields['printBackground'] !== 'true') {
      throw new FormError('omitBackground requires printBackground set to true');
    }
    requireRanges(printing['pageRanges']);
  };
  return { ...page, fields: { ...fields, ...templates }, check };
}

const templateOf = (option: string, file: ReturnType<Form['named']>): Record<string, string> =>
  file?.source.kind === 'inline' && file.size > 0 ? { [option]: file.source.bytes.toString('utf8') } : {};

function requireRanges(text: string | undefined): void {
  if (text === undefined) return;
  try {
    parsePageRanges(text);
  } catch (error) {
    if (!(error instanceof PageRangeError)) throw error;
    throw new FormError(`Chromium does not handle the page ranges '${text}' (nativePageRanges) syntax`);
  }
}

/** Reads how a page becomes a picture. */
export function readPicturedPage(form: Form): PageForm {
  const page = readLoading(form);
  const transparent = form.read('omitBackground', bool);
  const { selector, quality, format = 'png', ...rest } = optionTextsOf(imageRows, form);
  const clip = form.read('clip', parseBool) ?? false;
  const fields = {
    format,
    ...page.fields,
    ...rest,
    ...(selector === undefined ? { fullPage: String(!clip) } : { selector }),
    ...(format === 'png' || quality === undefined ? {} : { quality: quality === '0' ? '1' : quality }),
    ...(transparent === undefined || format === 'jpeg' ? {} : { omitBackground: transparent }),
  };
  return { ...page, fields };
}
