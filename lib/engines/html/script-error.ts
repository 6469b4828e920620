import type { Protocol } from 'puppeteer-core';

/** Characters of what a script throws. */
const longestMessage = 200;

/** What a script throws. In the page's own world, the page decides what that is. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';

  constructor({ exception, text }: Protocol.Runtime.ExceptionDetails) {
    const [line = ''] = (exception?.description ?? text).slice(0, longestMessage).split('\n');
    super(line.toWellFormed());
  }
}
