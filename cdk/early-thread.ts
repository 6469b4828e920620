import type { Plugin } from 'esbuild';
import { projectRoot } from './project.ts';

/**
 * Makes an entry of a bundle that starts the function's thread, and only then loads its handler: two processors read
 * the two programs at the same time.
 */
export const earlyThread = (name: string, program: string): Plugin => ({
  name: 'early-thread',
  setup(build) {
    const [filter, namespace] = [/^early-thread$/, 'early-thread'];
    build.onResolve({ filter }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter, namespace }, () => ({
      resolveDir: projectRoot,
      contents: `
        import { openProgram } from './functions/open-program.ts';
        openProgram('${program}', process.env, import.meta.dirname);
        export const { handler } = await import('./functions/${name}/handler.ts');
      `,
    }));
  },
});
