import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { AppError } from '../../base/app-error.ts';
import { ScriptError } from './script-error.ts';

/** Chromium's error when the document in which a script ran was replaced by another one. */
const documentGone =
  /context was destroyed|navigated or closed|Cannot find (default execution )?context|No frame (for|with) given id|Promise was collected/i;

/** Milliseconds before a script runs again after its document was replaced. */
const replacement = 5;

/** The name of the isolated world; Chromium keeps one world per name and document. */
export const worldName = 'renderer';

/** A script, and what is valid as its value. */
export interface PageScript<Value> {
  script: string;
  /** Returns the value, or undefined if it has another shape or is out of bounds. */
  validate: (value: unknown) => Value | undefined;
}

const unreadable = (cause: Error): AppError =>
  new AppError('render-failed', 'The page could not be read.', { cause });

/**
 * The main frame of a tab, and the two worlds in which scripts run there.
 *
 * Both worlds share the document. The page's own world also holds everything that its scripts define, so a page can
 * redefine `JSON`, `document.title` or `Element.prototype.scrollHeight` there. The isolated world has separate
 * JavaScript objects, which the page cannot reach; elements named like a property of `document` do not hide it there
 * either. Elements in a form do hide the form's properties: where the page chooses the element, use the getters of
 * `Element.prototype`.
 *
 * Scripts are strings, because a bundler changes functions in ways that break them in a page.
 */
export class MainFrame {
  readonly session: CDPSession;
  readonly #id: string;

  /** @param id the frame's id; Chromium gives a tab's main frame the id of the tab's target */
  constructor(session: CDPSession, id: string) {
    this.session = session;
    this.#id = id;
  }

  /**
   * Runs a script in the isolated world and returns its value once its promise is settled. If the document is replaced
   * meanwhile, the script runs again in the next one.
   *
   * The value comes from the page's process, so it is untrusted input.
   *
   * @param validate returns the value, or undefined if it has another shape or is out of bounds
   * @param errorOf returns the error for an exception of the script
   * @throws AppError `render-failed` when the value is invalid, or the script throws and `errorOf` returns no error
   */
  async read<Value>(
    script: string,
    validate: (value: unknown) => Value | undefined,
    errorOf: (thrown: ScriptError) => AppError = unreadable,
  ): Promise<Value> {
    const result = await this.#run(async () => {
      // Not cached: after a navigation to another process, the same id may be that of the page's own world.
      const { executionContextId } = await this.session.send('Page.createIsolatedWorld', {
        frameId: this.#id,
        worldName,
      });
      return { expression: script, contextId: executionContextId, returnByValue: true };
    }).catch((error: unknown) => {
      throw error instanceof ScriptError ? errorOf(error) : error;
    });
    const value: unknown = result.value;
    const valid = validate(value);
    if (valid !== undefined) return valid;
    throw unreadable(new Error(`A script returned ${inspect(value, { depth: 1 }).slice(0, 200)}`));
  }

  /**
   * Runs several scripts as `read` does, with the messages of one. Their values must not be promises.
   *
   * @throws AppError `render-failed` when a value is invalid or a script throws
   */
  readAll<Values extends readonly unknown[]>(scripts: {
    readonly [Index in keyof Values]: PageScript<Values[Index]>;
  }): Promise<Values> {
    const all = scripts as readonly PageScript<unknown>[];
    return this.read(`[${all.map(({ script }) => script).join()}]`, (values) => {
      if (!Array.isArray(values) || values.length !== all.length) return undefined;
      const valid = all.map(({ validate }, index) => validate(values[index]));
      return valid.includes(undefined) ? undefined : (valid as unknown as Values);
    });
  }

  /**
   * Whether a script's value, or the value of its promise, is truthy in the page's own world, where the page controls
   * the result.
   *
   * @throws ScriptError when the script throws
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
