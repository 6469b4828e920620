/** The program of the processes that `TemplateProcess` starts. It is bundled as a separate file beside the handler. */
import { confine, confineTemplate } from './confinement.ts';
import { runTemplate } from './template-run.ts';

runTemplate({ template: confineTemplate, document: confine });
