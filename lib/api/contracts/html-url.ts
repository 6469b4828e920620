import { booleanField } from '../fields/fields.ts';
import { htmlContract } from './html-contract.ts';
import { pageUrlField } from '../fields/html/page-url.ts';

export const contract = htmlContract({
  name: 'html-url',
  path: '/api/html/url',
  summary: 'Render a web page',
  description:
    'Makes a PDF or a picture of a web page. The page and all that it loads must be at public addresses. `warnings` ' +
    'lists resources that could not be loaded, fonts that were replaced and characters that no font contains.',
  files: {},
  jobInputs: [],
  fields: {
    url: pageUrlField,
    failOnHttpError: booleanField(
      true,
      'Whether it is an error (`url-unreachable`) when the page itself answers with a status of 400 or above.',
    ),
  },
  errors: [],
});
