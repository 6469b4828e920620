import { boolean } from '../fields/html/field-kinds.ts';
import { limits } from '../../base/limits.ts';
import { htmlContract } from './html-contract.ts';
import { assetFiles } from '../fields/html/asset-files.ts';
import { markdownDefaults } from '../fields/html/defaults.ts';

const mebibytes = (bytes: number): string => `${bytes / 1024 ** 2} MiB`;

export const contract = htmlContract({
  name: 'html-markdown',
  path: '/api/html/markdown',
  summary: 'Render a Markdown file',
  description:
    'Renders a Markdown file to a PDF or an image: CommonMark with tables, footnotes, task lists, alerts, highlighted code ' +
    'and formulas in TeX. Raw HTML is kept, and loads its resources as other pages do. YAML front matter (`title`, ' +
    '`author`, `subject`, `keywords`, `language`) becomes the metadata of a PDF. `warnings` is as for HTML files.',
  files: {
    file: {
      description:
        `One Markdown file in UTF-8 or UTF-16 of up to ${mebibytes(limits.markdownBytes)}: a file part, an upload id, ` +
        'a file id or an https URL.',
      contentTypes: ['text/markdown'],
    },
    template: {
      description:
        'An HTML page with `{{content}}` once, where the content goes, in UTF-8 and of up to ' +
        `${mebibytes(limits.templateBytes)}. Default: a page with a style for paper.`,
      contentTypes: ['text/html'],
      many: { min: 0, max: 1 },
    },
    ...assetFiles,
  },
  jobInputs: [{ fileName: 'report.md', size: 4096 }],
  fields: {
    javascript: boolean("Whether the page's scripts run.", markdownDefaults.javascript),
  },
  errors: [],
});
