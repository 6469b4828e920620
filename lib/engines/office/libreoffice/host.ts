/** The program of the processes that `HostProcess` starts. Bundled as a file of its own beside the handler. */
import { confine } from './confinement.ts';
import { runHost } from './host-run.ts';

runHost(confine);
