import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { AppError } from '../../base/app-error.ts';
import { ScriptError } from './script-error.ts';

/** What Chromium says when the document in which a script ran was replaced by another one. */
const documentGone =
  /context was destroyed|navigated or closed|Cannot find (default execution )?context|No frame (for|with) given id|Promise was collected/i;

/** Milliseconds until a script runs again whose document was replaced. */
const replacement = 5;

/** The name of the isolated world; Chromium keeps one world of a name for each document. */
const worldName = 'renderer';

const unreadable = (cause: Error): AppError =>
  new AppError('render-failed', 'The page could not be read.', { cause });

/**
 * The main frame of a tab, and the two worlds in which scripts run there.
 *
 * Both worlds share the document. The page's own world also holds everything that its scripts define, so a page can
 * redefine `JSON`, `document.title` or `Element.prototype.scrollHeight` there. The isolated world has JavaScript objects
 * of its own, which the page cannot reach; elements named like a property of `document` do not hide it there either. Those
 * in a form do hide the form's properties: take what an element of the page's choice may be from `Element.prototype`.
 *
 * Scripts are strings: a bundler changes functions so that they do not run in a page.
 */
export class MainFrame {
  readonly session: CDPSession;
  readonly #id: string;

  /** @param id of the frame; Chromium gives a tab's main frame the id of the tab's target */
  constructor(session: CDPSession, id: string) {
    this.session = session;
    this.#id = id;
  }

  /**
   * Runs a script in the isolated world and returns its value, once its promise is settled. A script whose document is
   * replaced meanwhile runs again in the next one.
   *
   * The value comes from a process that runs the page, so it is input like any other.
   *
   * @param validate returns the value, or undefined for one of another shape or out of bounds
   * @param faultOf returns the error for what the script throws
   * @throws AppError `render-failed` for an invalid value, and for what the script throws where `faultOf` does not decide
   */
  async read<Value>(
    script: string,
    validate: (value: unknown) => Value | undefined,
    faultOf: (thrown: ScriptError) => AppError = unreadable,
  ): Promise<Value> {
    const result = await this.#run(async () => {
      // Not kept: after a navigation to another process, the same id may be that of the page's own world.
      const { executionContextId } = await this.session.send('Page.createIsolatedWorld', {
        frameId: this.#id,
        worldName,
      });
      return { expression: script, contextId: executionContextId, returnByValue: true };
    }).catch((error: unknown) => {
      throw error instanceof ScriptError ? faultOf(error) : error;
    });
    const value: unknown = result.value;
    const valid = validate(value);
    if (valid !== undefined) return valid;
    throw unreadable(new Error(`A script returned ${inspect(value, { depth: 1 }).slice(0, 200)}`));
  }

  /**
   * Whether a script's value is truthy in the page's own world, where the page decides what happens; of a promise, its
   * value.
   *
   * @throws ScriptError for what the script throws
   */
  async isTruthy(expression: string): Promise<boolean> {
    const result = await this.#run(() => Promise.resolve({ expression, returnByValue: false }));
    const { type, subtype, unserializableValue } = result;
    if (subtype === 'null' || type === 'undefined') return false;
    if (unserializableValue !== undefined) return !['0n', '-0', 'NaN'].includes(unserializableValue);
    return ['object', 'function', 'symbol'].includes(type) || Boolean(result.value);
  }

  async #run(
    parameters: () => Promise<Protocol.Runtime.EvaluateRequest>,
  ): Promise<Protocol.Runtime.RemoteObject> {
    for (;;) {
      try {
        const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
          ...(await parameters()),
          awaitPromise: true,
        });
        if (!exceptionDetails) return result;
        throw new ScriptError(exceptionDetails);
      } catch (error) {
        if (error instanceof ScriptError || !(error instanceof Error && documentGone.test(error.message))) {
          throw error;
        }
        await sleep(replacement);
      }
    }
  }
}
