import { assetFiles } from '../fields/html/asset-files.ts';
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
    ...assetFiles,
  },
  jobInputs: [{ fileName: 'report.html', size: 4096 }],
  fields: {},
  errors: [],
});
