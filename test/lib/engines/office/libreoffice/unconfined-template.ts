/**
 * A LibreOffice template whose documents are as on a platform without seccomp and Landlock: only LibreOffice's settings,
 * and the changes made to the document before, keep them from files and addresses. It reports confinement nevertheless,
 * because a converter forks no unconfined documents.
 */
import { runTemplate } from '#lib/engines/office/libreoffice/template-run.ts';

const reported = { calls: true, files: true };

runTemplate({ template: () => reported, document: () => reported });
