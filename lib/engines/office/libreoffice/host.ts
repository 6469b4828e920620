/** The program of the processes that `HostProcess` starts. It is bundled as a separate file beside the handler. */
import { confine } from './confinement.ts';
import { runHost } from './host-run.ts';

runHost(confine);
