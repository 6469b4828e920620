/**
 * A template whose forks, once confined, attempt what a compromised one would, and write the outcomes to `probe.json` in
 * their folder.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { confine, confineTemplate } from '#lib/engines/office/libreoffice/confinement.ts';
import { openForkCalls } from '#lib/engines/office/libreoffice/fork-calls.ts';
import { runTemplate } from '#lib/engines/office/libreoffice/template-run.ts';

runTemplate({
  template: confineTemplate,
  document: (native, libc, settings, pid) => {
    const confinement = confine(native, libc, settings, pid);
    const calls = openForkCalls(native);
    const template = process.pid;
    /** What a file operation or a C function returns, or its error. */
    const attempt = (action: () => unknown): unknown => {
      try {
        const result = action();
        return typeof result === 'number' && result < 0 ? getSystemErrorName(-native.errno()) : 'done';
      } catch (error) {
        return (error as NodeJS.ErrnoException).code;
      }
    };
    const siblings = dirname(settings.folder);
    const socket = native.load(null).func('int socket(int, int, int)');
    const outcomes = {
      'read a file of the system': attempt(() => readFileSync('/etc/passwd')),
      "list the documents' folders": attempt(() => readdirSync(siblings)),
      "write beside its document's folder": attempt(() => writeFileSync(join(siblings, 'file'), '')),
      "read the template's environment": attempt(() => readFileSync(`/proc/${template}/environ`)),
      "read the template's memory": attempt(() => readFileSync(`/proc/${template}/mem`)),
      "list the template's descriptors": attempt(() => readdirSync(`/proc/${template}/fd`)),
      'signal the template': attempt(() => calls.kill(template, 0)),
      'signal a sibling': attempt(() => calls.kill(template + 1, 0)),
      'observe a process': attempt(() => calls.pidfdOpen(template)),
      'leave its process group': attempt(() => calls.setpgid(0, template)),
      fork: attempt(() => {
        const child = calls.fork();
        if (child === 0) calls._exit(0);
        return child;
      }),
      'open a socket': attempt(() => socket(2, 1, 0)),
      'write to its own folder': attempt(() => writeFileSync(join(settings.folder, 'own'), '')),
    };
    writeFileSync(join(settings.folder, 'probe.json'), JSON.stringify(outcomes));
    return confinement;
  },
});
