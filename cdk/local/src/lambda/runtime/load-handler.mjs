import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RuntimeError } from './runtime-error.mjs';
import { streamingOptions } from './streaming-handler.mjs';

/** In the order in which the managed runtime looks. */
const extensions = ['', '.js', '.mjs', '.cjs'];

/**
 * Finds the function that `_HANDLER` names, by the rules of the managed runtime: `folder/file.export`,
 * where the export may be nested (`file.object.method`) or stand on a CommonJS module's default export.
 *
 * @param {string} taskRoot folder with the unpacked code
 * @param {string} name for instance `index.handler`
 * @returns {Promise<(event: unknown, context: object) => unknown>}
 * @throws RuntimeError `Runtime.MalformedHandlerName`, `.ImportModuleError`, `.UserCodeSyntaxError`,
 *   `.HandlerNotFound`, `.CallbackHandlerDeprecated`, `.MalformedStreamingHandler`; whatever else the module throws
 *   comes out as it is
 */
export async function loadHandler(taskRoot, name) {
  if (name.includes('..')) {
    throw new RuntimeError(
      'Runtime.MalformedHandlerName',
      `'${name}' is not a valid handler name. Use absolute paths when specifying root directories in handler names.`,
    );
  }
  const file = basename(name);
  const dot = file.indexOf('.');
  if (dot === -1) throw new RuntimeError('Runtime.MalformedHandlerName', 'Bad handler');

  const folder = name.slice(0, name.length - file.length);
  const module = await loadModule(taskRoot, folder, file.slice(0, dot));
  const path = file.slice(dot + 1);
  const handler = findExport(module, path) || findExport(module.default, path);
  if (!handler) throw new RuntimeError('Runtime.HandlerNotFound', `${name} is undefined or not exported`);
  if (typeof handler !== 'function') {
    throw new RuntimeError('Runtime.HandlerNotFound', `${name} is not a function`);
  }
  if (handler.length >= 3 && streamingOptions(handler) === undefined) {
    throw new RuntimeError(
      'Runtime.CallbackHandlerDeprecated',
      'Callback-based handlers are not supported by Node.js 24 and later: use an async function.',
    );
  }
  return handler;
}

async function loadModule(taskRoot, folder, name) {
  const path = resolve(taskRoot, folder, name);
  try {
    for (const extension of extensions) {
      if (existsSync(path + extension)) return await import(pathToFileURL(path + extension).href);
    }
    const require = createRequire(join(taskRoot, 'index.js'));
    return require(require.resolve(name, { paths: [taskRoot, join(taskRoot, folder)] }));
  } catch (error) {
    if (error instanceof SyntaxError) {
      const reported = new RuntimeError('Runtime.UserCodeSyntaxError', String(error));
      reported.stack = error.stack;
      throw reported;
    }
    if (error?.code === 'MODULE_NOT_FOUND')
      throw new RuntimeError('Runtime.ImportModuleError', String(error));
    throw error;
  }
}

function findExport(module, path) {
  return path
    .split('.')
    .reduce((value, key) => (value !== null && typeof value === 'object' ? value[key] : undefined), module);
}
