import { decodeText } from '../../conversions/html/markdown/decode-text.ts';
import type { MarkdownRunner } from '../../conversions/html/markdown/markdown-thread.ts';
import { limits } from '../../base/limits.ts';
import type { Form, FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';

/** `{{ toHTML "file.md" }}`. */
const inclusion = /\{\{-?\s{0,20}toHTML\s{1,20}(?:"([^"\n]{1,255})"|`([^`\n]{1,255})`)\s{0,20}-?\}\}/g;

/** What the content replaces. */
const template = '{{content}}';

/**
 * Fills the page of a form with its Markdown files.
 *
 * @throws FormError naming each file that the form lacks, and the errors of `MarkdownRunner.run`
 */
export async function markdownPage(
  form: Form,
  index: FormFile,
  markdown: MarkdownRunner,
  deadline: number,
): Promise<FormFile> {
  const page = textOf(index);
  const names = [...new Set([...page.matchAll(inclusion)].map(([, one, other]) => one ?? other ?? ''))];
  const files = new Map(names.map((name) => [name, form.inputs.find(({ fileName }) => fileName === name)]));
  const missing = names.filter((name) => !files.get(name));
  if (missing.length > 0) {
    throw new FormError(`Markdown file(s) not found: ${missing.map((name) => `'${name}'`).join('\n')}`);
  }
  const contents = new Map<string, string>();
  for (const [name, file] of files) {
    if (!file) continue;
    if (file.size > limits.markdownBytes) {
      throw new FormError(`'${name}' has ${file.size} bytes; the limit is ${limits.markdownBytes}`, {
        status: 413,
        code: 'file-too-large',
      });
    }
    const { html } = await markdown.run({ source: textOf(file), template }, deadline);
    // The byte order mark of a whole page.
    contents.set(name, html.replace(/^\ufeff/, ''));
  }
  const filled = page.replaceAll(
    inclusion,
    (_, one?: string, other?: string) => contents.get(one ?? other ?? '') ?? '',
  );
  const bytes = Buffer.from(filled);
  return { ...index, size: bytes.length, source: { kind: 'inline', bytes } };
}

function textOf({ source, fileName }: FormFile): string {
  if (source.kind !== 'inline') throw new Error('The file is not in memory');
  return decodeText(source.bytes, fileName);
}
