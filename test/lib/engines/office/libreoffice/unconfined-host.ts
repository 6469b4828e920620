/**
 * A LibreOffice host as on a platform without seccomp and Landlock: only LibreOffice's settings, and the changes made
 * to the document before, keep it from files and addresses.
 */
import { runHost } from '#lib/engines/office/libreoffice/host-run.ts';

runHost(() => ({ calls: false, files: false }));
