import type { Protocol } from 'puppeteer-core';

/** Maximum length of an exception's message, in characters. */
const longestMessage = 200;

/** An exception of a script. In the page's own world, the page controls its content. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';

  constructor({ exception, text }: Protocol.Runtime.ExceptionDetails) {
    const [line = ''] = (exception?.description ?? text).slice(0, longestMessage).split('\n');
    super(line.toWellFormed());
  }
}
