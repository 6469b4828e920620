import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiText } from '../../../cdk/openapi.ts';
import { contracts } from '#lib/api/contracts.ts';
import { type ApiDocument, fieldsOf, formOf } from '../../../functions/docs/console/api-document.ts';
import { forReference } from '../../../functions/docs/console/reference-document.ts';
import { labelOf } from '../../../functions/docs/console/labels.ts';
import { lackOf } from '../../../functions/docs/console/missing-files.ts';
import { suitsFormat } from '../../../functions/docs/console/format-fields.ts';
import { stampFields } from '../../../functions/docs/console/stamp-task.ts';
import { endpointOf, fileFields, guessTask, numbered } from '../../../functions/docs/console/task-files.ts';
import { suitsTask, taskNames, tasks } from '../../../functions/docs/console/tasks.ts';

const description = JSON.parse(openApiText()) as ApiDocument;
const forms = contracts.flatMap((contract) =>
  contract.body?.kind === 'multipart' ? [{ ...contract, body: contract.body }] : [],
);

describe('the fields of the console', () => {
  it.each(forms.map((contract) => [contract.name, contract] as const))('are those of %s', (_, contract) => {
    const fields = fieldsOf(description, contract.path);
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(contract.body.fields.shape));
    for (const { name, kind, byDefault, choices } of fields) {
      expect({ name, kind, byDefault, choices }).toMatchObject(
        kind === 'boolean' ? { byDefault: expect.stringMatching(/^(true|false)$/) as string } : {},
      );
      if (kind === 'choice') expect(choices.length).toBeGreaterThan(1);
    }
  });

  it.each(taskNames)('that are shown at once for %s are there', (task) => {
    const name = endpointOf(task, ['a.docx']);
    const path = forms.find((contract) => contract.name === name)?.path ?? '';
    const fields =
      task === 'stamp'
        ? [...stampFields(description, false), ...stampFields(description, true)]
        : fieldsOf(description, path);
    expect(fields.map((field) => field.name)).toEqual(expect.arrayContaining([...tasks[task].important]));
  });

  it('of a rendering go by its format', () => {
    expect(['pageSize', 'width', 'waitDelay'].map((field) => suitsFormat(field, 'pdf'))).toEqual([
      true,
      false,
      true,
    ]);
    expect(['pageSize', 'width', 'waitDelay'].map((field) => suitsFormat(field, 'png'))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('the labels', () => {
  const names = forms.flatMap((contract) => fieldsOf(description, contract.path).map(({ name }) => name));

  it('have no abbreviation in lower case', () => {
    const labels = [...new Set(names)].map(labelOf);
    expect(
      labels.filter((label) => /\b(url|pdfs?|http|css|api|dpi|ooo|x)\b|^(Url|Dpi|Pdf)/.test(label)),
    ).toEqual(['Resolution (dpi)', 'Maximum image resolution (dpi)']);
  });

  it('differ from one another', () => {
    for (const contract of forms) {
      const labels = fieldsOf(description, contract.path).map(({ name }) => labelOf(name));
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});

describe('the tasks', () => {
  it('have a button each, in the page', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../../functions/docs/console/index.html'),
      'utf8',
    );
    const buttons = [...page.matchAll(/id="task-(\w+)" /g)].map(([, name]) => name);
    expect(buttons.filter((name) => name !== 'hint').sort()).toEqual([...taskNames].sort());
  });

  it.each([
    [['a.xml', 'b.pdf'], 'edit-pdf', ['facturX', 'file']],
    [['b.docx', 'a.XML'], 'to-pdf', ['files', 'facturX']],
  ])('embed the invoice of %j by %s', (names, endpoint, fields) => {
    expect(endpointOf('invoice', names)).toBe(endpoint);
    expect(fileFields('invoice', names)).toEqual(fields);
  });

  it('number the files of lists, as errors name them', () => {
    expect(numbered(['assets', 'file', undefined, 'assets', 'facturX'])).toEqual([
      'assets[0]',
      'file',
      undefined,
      'assets[1]',
      'facturX',
    ]);
  });

  it.each([
    ['merge', 0, 'Add at least 2 PDFs.'],
    ['merge', 1, 'Add 1 more PDF.'],
    ['merge', 2, undefined],
    ['invoice', 0, 'Add 2 files.'],
    ['split', 0, 'Add a PDF first.'],
    ['split', 2, 'This conversion accepts 1 file. Remove the others.'],
    ['url', 0, undefined],
  ] as const)('of %s with %i files say %j', (task, count, text) => {
    const file = { name: 'a.pdf', reference: 'file_1' };
    const files = Array.from({ length: count }, () => ['files', { file, pages: '', password: '' }] as const);
    expect(lackOf(tasks[task], files)).toBe(text);
  });

  it.each([
    ['facturXProfile', ['invoice']],
    ['attachmentsMetadata', ['edit']],
  ])('offer %s only with its files', (option, expected) => {
    expect(taskNames.filter((name) => suitsTask(option, tasks[name]))).toEqual(expected);
  });
});

describe('the task that files are meant for', () => {
  it.each([
    [['a.pdf'], 'split'],
    [['a.pdf', 'B.PDF'], 'merge'],
    [['style.css', 'index.htm'], 'html'],
    [['a.XLSX'], 'office'],
    [['a.txt'], 'office'],
    [['a.fodp'], 'office'],
    [['a.xlsm'], 'office'],
    [['a.docx', 'b.xlsx'], 'any'],
    [['a.docx', 'sans.ttf'], 'office'],
    [['photo.JPG'], 'any'],
    [['a.eml'], 'any'],
    [['a.md', 'logo.png'], 'markdown'],
    [['a.md', 'b.pdf'], 'any'],
    [['a.zip'], undefined],
    [[], undefined],
  ])('of %j is %s', (names, task) => {
    expect(guessTask(names)).toBe(task);
  });
});

describe('the description that the reference gets', () => {
  const adapted = forReference(description);

  it.each(forms.map((contract) => [contract.name, contract] as const))(
    'distinguishes file and text parts of %s',
    (_, contract) => {
      const { properties = {}, required = [] } = formOf(adapted.paths[contract.path]?.['post']) ?? {};
      for (const [name, schema] of Object.entries(properties)) {
        const field = contract.body.files[name];
        const shownAsFile =
          (schema.items ?? schema).format === 'binary' || (schema.contentMediaType ?? '') !== '';
        expect({ name, shownAsFile }).toEqual({ name, shownAsFile: field !== undefined });
        // What is left alone is not sent.
        if (!field && !required.includes(name)) expect(schema).toMatchObject({ examples: [''] });
      }
    },
  );

  it('leaves the description itself as it was', () => {
    expect(description).toEqual(JSON.parse(openApiText()));
  });
});
