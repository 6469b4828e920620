import { limits } from '../../base/limits.ts';
import { htmlContract } from './html-contract.ts';

export const contract = htmlContract({
  name: 'html-file',
  path: '/api/html/file',
  summary: 'Render an HTML file',
  description:
    'Renders an HTML file to a PDF or an image. The page loads its assets by file name; everything else that it loads ' +
    'must be at public addresses. `warnings` lists resources that could not be loaded, fonts that were replaced and ' +
    'characters that no font contains.',
  files: {
    file: {
      description: 'One HTML file: a file part, an upload id, a file id or an https URL.',
      contentTypes: ['text/html'],
    },
    assets: {
      description:
        'Images, style sheets, fonts and scripts, which the page refers to by file name; folders are ignored. Each is a file part, an upload id, a file id or an https URL.',
      contentTypes: ['*/*'],
      many: { min: 0, max: limits.parts },
    },
  },
  jobInputs: [{ fileName: 'report.html', size: 4096 }],
  fields: {},
  errors: [],
});
