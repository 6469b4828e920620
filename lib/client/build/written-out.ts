import type { Plugin } from 'esbuild';
import { isDeepStrictEqual } from 'node:util';

/**
 * Replaces a module by its exports as JSON, so that a bundle has neither its code nor its imports.
 *
 * @param file absolute path of a module whose exports are plain JSON
 */
export const writtenOut = (file: string): Plugin => ({
  name: 'written-out',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path !== file) return undefined;
      const exported = Object.entries((await import(file)) as Record<string, unknown>);
      return { contents: exported.map(([name, value]) => asConstant(name, value)).join('\n'), loader: 'js' };
    });
  },
});

/** @throws Error when JSON would lose information */
function asConstant(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (!isDeepStrictEqual(JSON.parse(text), value)) throw new Error(`${name} is not plain JSON`);
  return `export const ${name} = ${text};`;
}
