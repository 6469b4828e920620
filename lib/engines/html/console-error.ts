import type { CDPSession, Protocol } from 'puppeteer-core';
import { AppError } from '../../base/app-error.ts';
import { ScriptError } from './script-error.ts';

/** In characters. */
const longestText = 200;

/**
 * Runs `work`, and fails with the first error that the page reports to its console meanwhile: an uncaught exception or
 * a call of `console.error`. It does not wait for others, because a page can report errors without end.
 *
 * @throws AppError `render-failed`
 */
export async function failingOnConsoleErrors<T>(session: CDPSession, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const fail = (text: string): void => {
    const message = `the page reported an error: ${text}`;
    reject(AppError.inField('render-failed', 'failOnConsoleErrors', message));
  };
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    fail(new ScriptError(exceptionDetails).message);
  });
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type === 'error') fail(args.map(textOf).join(' ').slice(0, longestText).toWellFormed());
  });
  await session.send('Runtime.enable');
  return Promise.race([work(), promise]);
}

const textOf = ({ type, value, description }: Protocol.Runtime.RemoteObject): string =>
  type === 'string' ? String(value) : (description ?? String(value)).slice(0, longestText);
