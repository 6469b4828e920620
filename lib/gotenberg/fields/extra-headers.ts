import { createContext, runInContext } from 'node:vm';
import { GoValueError } from '../form/go-values.ts';
import { stringMap } from './page-values.ts';

/** A header for the requests of a page. */
export interface ExtraHeader {
  name: string;
  value: string;
  /** A regular expression for URLs that receive it; undefined for those of the page's origin. */
  scope: string | undefined;
}

const maxHeaders = 64;
const maxScope = 1024;
const matchMilliseconds = 250;

/** @throws GoValueError */
export function parseExtraHeaders(text: string): ExtraHeader[] {
  const headers = Object.entries(stringMap('extraHttpHeaders', text));
  if (headers.length > maxHeaders) {
    throw new GoValueError(`too many headers, got ${headers.length}, expected at most ${maxHeaders}`);
  }
  const faults: string[] = [];
  const parsed = headers.flatMap(([name, value]): ExtraHeader[] => {
    const tokens = value.split(';').filter((token) => token !== '');
    const isScope = (token: string) => token.trim().toLowerCase().startsWith('scope');
    const plain = tokens.filter((token) => !isScope(token)).join('; ');
    const [scoped] = tokens.filter(isScope);
    if (scoped === undefined) return [{ name, value: plain, scope: undefined }];
    const [key = '', ...rest] = scoped.replaceAll(/\s/g, '').split('=');
    const scope = rest.join('=');
    if (key.toLowerCase() !== 'scope' || scope === '') faults.push(`invalid scope '' for header '${name}'`);
    else {
      const fault = scopeFault(scope);
      if (fault === undefined) return [{ name, value: plain, scope }];
      faults.push(`invalid scope regex pattern for header '${name}': ${fault}`);
    }
    return [];
  });
  if (faults.length > 0) throw new GoValueError(faults.join('\n'));
  return parsed;
}

function scopeFault(scope: string): string | undefined {
  if (scope.length > maxScope) return `error parsing regexp: more than ${maxScope} characters`;
  try {
    inSandbox('new RegExp(scope)', { scope });
    return undefined;
  } catch {
    const why = /^[*+?]/.test(scope) ? 'missing argument to repetition operator' : 'invalid syntax';
    return `error parsing regexp: ${why} in \`${scope}\``;
  }
}

/** The headers for a page at `url`: those whose scope is the page, or that have none. */
export const headersFor = (url: string, headers: readonly ExtraHeader[]): Record<string, string> =>
  Object.fromEntries(
    headers
      .filter(({ scope }) => scope === undefined || matches(scope, url))
      .map(({ name, value }) => [name, value]),
  );

/** Runs code with a pattern of a client, which can take very long. */
const inSandbox = (code: string, values: Record<string, string>): unknown =>
  runInContext(code, createContext(values), { timeout: matchMilliseconds });

function matches(scope: string, url: string): boolean {
  try {
    return inSandbox('new RegExp(scope).test(url)', { scope, url }) === true;
  } catch {
    return false;
  }
}
