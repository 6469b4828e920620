import type { KnipConfig } from 'knip';
import { suites } from './test/suites/suites.ts';

/** Programs that suites run. */
const suitePrograms = Object.values(suites).flatMap(({ command }) =>
  command.filter((argument) => argument.startsWith('test/') && argument.endsWith('.ts')),
);

/** What nothing imports: it is bundled, loaded or started by its path. */
export default {
  workspaces: {
    '.': {
      entry: [
        'functions/*/handler.ts',
        'functions/docs/console/main.ts',
        'lib/engines/conformance/launcher.ts',
        'lib/engines/office/libreoffice/{host,template}.ts',
        'cdk/{app,lambda-credentials,left-out}.ts',
        ...suitePrograms,
        'test/bench/{compress,pdf}/*-process.ts',
        'test/chaos/local-host.ts',
        'test/fixtures/**/make.ts',
        'test/fuzz/coverage-target.ts',
        'test/fuzz/judges/{mutool-judge.js,pdfium-judge.ts}',
        'test/lib/**/fixtures/*.ts',
        'test/lib/base/processes/hardened.ts',
        'test/lib/engines/office/libreoffice/{*-host,*-template,confined,host-from-outside,prepared}.ts',
        'test/security/render/{attacks,exhaustion,hostile-site}.ts',
        'test/verify/cage/probe/handler.mjs',
      ],
      // Its files are read by name, see `standard-fonts.ts`.
      ignoreDependencies: ['@pdf-lib/standard-fonts'],
    },
    'cdk/local': {
      entry: ['test/**/fixtures/**/*.{ts,mjs}'],
      // A fixture imports what does not exist.
      ignoreDependencies: ['no-such-package'],
    },
  },
  // Of the machine, where suites find them.
  ignoreBinaries: [
    'dockerd',
    'mkfifo',
    'mount',
    'mutool',
    'pdfinfo',
    'pdftoppm',
    'pdftotext',
    'qpdf',
    'sam',
    'unshare',
  ],
  // Types of parameters and results are exported with the functions that have them.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig;
