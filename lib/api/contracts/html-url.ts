import { booleanField } from '../fields/fields.ts';
import { htmlContract } from './html-contract.ts';
import { pageUrlField } from '../fields/html/page-url.ts';

export const contract = htmlContract({
  name: 'html-url',
  path: '/api/html/url',
  summary: 'Render a web page',
  description:
    'Renders a web page to a PDF or an image. The page and everything that it loads must be at public addresses. ' +
    '`warnings` lists resources that could not be loaded, fonts that were replaced and characters that no font contains.',
  files: {},
  jobInputs: [],
  fields: {
    url: pageUrlField,
    failOnHttpError: booleanField(
      true,
      'Whether a status of 400 or above from the page itself is an error (`url-unreachable`).',
    ),
  },
  errors: [],
});
