import { afterAll, describe, expect, it } from 'vitest';
import { MarkdownThread } from '#lib/conversions/html/markdown/markdown-thread.ts';

const program = new URL('../../../../../lib/conversions/html/markdown/worker.ts', import.meta.url);
const thread = new MarkdownThread(program, 1024);
afterAll(() => thread.stop());

const soon = (): number => Date.now() + 20_000;

describe('MarkdownThread', () => {
  it('makes a page of a Markdown file', async () => {
    const { html } = await thread.run({ source: '# Hello', template: undefined }, soon());
    expect(html).toContain('<h1 id="hello">Hello</h1>');
  });

  it('names the template that has no placeholder', async () => {
    await expect(thread.run({ source: 'a', template: 'b' }, soon())).rejects.toMatchObject({
      code: 'invalid-field',
      errors: [{ field: 'template', message: 'must have {{content}} once, where the content goes' }],
    });
  });

  it('ends a file that takes too long, and renders the next', async () => {
    const source = '# a\n\n'.repeat(500_000);
    await expect(thread.run({ source, template: undefined }, Date.now() + 50)).rejects.toMatchObject({
      code: 'unavailable',
    });
    const { html } = await thread.run({ source: 'next', template: undefined }, soon());
    expect(html).toContain('<p>next</p>');
  });
});
