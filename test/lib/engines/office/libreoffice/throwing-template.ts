/** A LibreOffice template whose forks throw before they read their documents. */
import { confineTemplate } from '#lib/engines/office/libreoffice/confinement.ts';
import { runTemplate } from '#lib/engines/office/libreoffice/template-run.ts';

runTemplate({
  template: confineTemplate,
  document: () => {
    throw new Error('thrown in a fork');
  },
});
