import type { CDPSession, Protocol } from 'puppeteer-core';

/**
 * Scripts that run in the page are texts: what a bundler does to a function, a page could not run.
 */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  /** The class of what was thrown: `SyntaxError`, `DOMException` … */
  readonly thrown: string;

  constructor({ exception, text }: Protocol.Runtime.ExceptionDetails) {
    super(exception?.description?.split('\n')[0] ?? text);
    this.thrown = exception?.className ?? '';
  }
}

/** What Chromium says when the document in which a script ran was replaced by another one. */
const documentGone =
  /context was destroyed|navigated or closed|Cannot find (default execution )?context|Promise was collected/i;

/**
 * Runs a script in the main frame and waits for its promise. When the document is replaced meanwhile, it runs again in
 * the next one.
 *
 * @throws ScriptError what the script throws
 */
export async function runInPage(
  session: CDPSession,
  expression: string,
): Promise<Protocol.Runtime.RemoteObject> {
  for (;;) {
    try {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: false,
      });
      if (!exceptionDetails) return result;
      throw new ScriptError(exceptionDetails);
    } catch (error) {
      if (!(error instanceof Error && documentGone.test(error.message))) throw error;
    }
  }
}

/** Runs a script whose value is JSON text, and reads it. */
export async function readFromPage<Value>(session: CDPSession, expression: string): Promise<Value> {
  const result = await runInPage(session, expression);
  return JSON.parse(String(result.value)) as Value;
}

/** Whether JavaScript takes a value for true. */
export function isTruthy({
  type,
  subtype,
  value,
  unserializableValue,
}: Protocol.Runtime.RemoteObject): boolean {
  if (subtype === 'null' || type === 'undefined') return false;
  if (unserializableValue !== undefined) return !['0n', '-0', 'NaN'].includes(unserializableValue);
  return ['object', 'function', 'symbol'].includes(type) || Boolean(value);
}
