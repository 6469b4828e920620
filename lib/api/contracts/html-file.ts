import { limits } from '../../base/limits.ts';
import { htmlContract } from './html-contract.ts';

export const contract = htmlContract({
  name: 'html-file',
  path: '/api/html/file',
  summary: 'Render an HTML file',
  description:
    'Makes a PDF or a picture of an HTML file. It finds the assets by their file names, and what it loads besides ' +
    'must be at public addresses. `warnings` lists resources that could not be loaded, fonts that were replaced and ' +
    'characters that no font contains.',
  files: {
    file: {
      description: 'One HTML file: a file part or an upload id.',
      contentTypes: ['text/html'],
    },
    assets: {
      description:
        'Images, style sheets, fonts and scripts that the page names by their file names, whatever the folder; each a file part or an upload id.',
      contentTypes: ['*/*'],
      many: { min: 0, max: limits.parts },
    },
  },
  jobInputs: [{ fileName: 'report.html', size: 4096 }],
  fields: {},
  errors: ['empty-file', 'invalid-file-type'],
});
