import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { type ResultWebhook, sendingMethods } from '../../jobs/notification.ts';
import { requireAllowedUrl } from '../../webhooks/require-allowed-url.ts';
import { stringMap } from '../fields/page-values.ts';
import { FormError } from '../form/form-error.ts';
import { GoValueError } from '../form/go-values.ts';
import type { GotenbergRequest } from '../http/request.ts';

/** The webhook that a request names by its headers. */
export interface RequestedWebhook {
  url: string;
  result: ResultWebhook;
}

const names = {
  url: 'Gotenberg-Webhook-Url',
  method: 'Gotenberg-Webhook-Method',
  errorUrl: 'Gotenberg-Webhook-Error-Url',
  errorMethod: 'Gotenberg-Webhook-Error-Method',
  eventsUrl: 'Gotenberg-Webhook-Events-Url',
  headers: 'Gotenberg-Webhook-Extra-Http-Headers',
} as const;

const maxHeaders = 50;

/** Headers that the service sets itself, or that belong to a connection. */
const ownHeaders =
  /^(?:host|connection|content-length|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i;

/**
 * Reads the webhook of a request.
 *
 * @returns undefined if the request names none
 * @throws FormError when the headers are incomplete or wrong, AppError `url-not-allowed`
 */
export function requestedWebhook(
  request: GotenbergRequest,
  allowed: AllowedHosts,
): RequestedWebhook | undefined {
  const value = (name: keyof typeof names): string => request.header(names[name].toLowerCase())?.trim() ?? '';
  const [url, errorUrl, eventsUrl] = [value('url'), value('errorUrl'), value('eventsUrl')];
  if (url === '') return undefined;
  if (errorUrl === '' && eventsUrl === '') {
    throw new FormError(
      "At least one of 'Gotenberg-Webhook-Error-Url' or 'Gotenberg-Webhook-Events-Url' headers must be provided",
    );
  }
  for (const name of ['url', 'errorUrl', 'eventsUrl'] as const) {
    if (value(name) === '') continue;
    if (!URL.canParse(value(name)))
      throw new FormError(`Invalid '${names[name]}' header value: it is no URL`);
    requireAllowedUrl(value(name), names[name], allowed);
  }
  return {
    url,
    result: {
      method: methodOf('method', value('method')),
      errorMethod: methodOf('errorMethod', value('errorMethod')),
      ...(errorUrl === '' ? {} : { errorUrl }),
      ...(eventsUrl === '' ? {} : { eventsUrl }),
      headers: extraHeaders(value('headers')),
      trace: request.trace,
      outputName: request.outputName,
    },
  };
}

function methodOf(name: 'method' | 'errorMethod', text: string): ResultWebhook['method'] {
  if (text === '') return 'POST';
  const method = sendingMethods.find((each) => each === text.toUpperCase());
  if (method) return method;
  throw new FormError(
    `Invalid '${names[name]}' header value: expected 'POST', 'PATCH' or 'PUT', but got '${text.toUpperCase()}'`,
  );
}

function extraHeaders(text: string): Record<string, string> {
  if (text === '') return {};
  const invalid = (message: string) => new FormError(`Invalid '${names.headers}' header value: ${message}`);
  let headers: Record<string, string>;
  try {
    headers = stringMap('extraHttpHeaders', text);
  } catch (error) {
    if (error instanceof GoValueError)
      throw invalid(error.message.replace('unmarshal extraHttpHeaders: ', ''));
    throw error;
  }
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders) throw invalid(`it must have at most ${maxHeaders} headers`);
  const wrong = entries.find(
    ([name, value]) =>
      !/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name) ||
      !/^[\t\x20-\x7e]*$/.test(value) ||
      ownHeaders.test(name),
  );
  if (wrong) throw invalid(`the header '${wrong[0]}' cannot be set`);
  return headers;
}
