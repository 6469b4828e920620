/**
 * A LibreOffice host as on a platform without seccomp and Landlock: nothing but LibreOffice's settings, and what was
 * done to the document before, keeps it from files and addresses.
 */
import { runHost } from '#lib/engines/office/libreoffice/host-run.ts';

runHost(() => ({ calls: false, files: false }));
