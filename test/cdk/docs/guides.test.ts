import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { guidePages } from '../../../cdk/docs/guide-pages.ts';
import { readGuides } from '../../../cdk/docs/guides.ts';
import { projectRoot } from '../../../cdk/project.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Renders guides from Markdown: the content of each page by file name. */
function pagesOf(guides: Record<string, string>): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'guides-'));
  folders.push(folder);
  for (const [name, markdown] of Object.entries(guides)) writeFileSync(join(folder, `${name}.md`), markdown);
  const template = join(folder, 'guide.html');
  writeFileSync(template, '{{content}}');
  return new Map(guidePages(folder, template, new Map([['images/a.png', 'a-01234567.png']])));
}

const pageOf = (markdown: string): string =>
  pagesOf({ README: '# Guides\n\n[A](a.md)', a: markdown }).get('guides/a.html') ?? '';

describe('guides', () => {
  it('are the files that the index links to, in its order', () => {
    const index = '# Guides\n\n| guide |\n|---|\n| [B](b.md) |\n| [A](a.md#part) |\n\nAgain [B](b.md).';
    const pages = pagesOf({ README: index.replace('#part', ''), a: '# A', b: '# B' });
    expect([...pages.keys()]).toEqual(['guides.html', 'guides/b.html', 'guides/a.html']);
  });

  it('link to each other by their served URLs', () => {
    const pages = pagesOf({
      README: '# Guides\n\n[A](a.md)',
      a: '# A\n\n## One\n\n[index](README.md) [there](#one) [out](https://example.com/x?a=1&b=2)',
    });
    expect(pages.get('guides.html')).toContain('<a href="guides/a">A</a>');
    expect(pages.get('guides/a.html')).toContain('<a href="../guides">index</a> <a href="#one">there</a>');
    expect(pages.get('guides/a.html')).toContain('<a href="https://example.com/x?a=1&amp;b=2">out</a>');
  });

  it('show links to other files of the repository as text', () => {
    expect(pageOf('# A\n\nSee [OPERATIONS.md](../OPERATIONS.md).')).toContain('<p>See OPERATIONS.md.</p>');
  });

  it('show images by their served URLs', () => {
    expect(pageOf('# A\n\n![Three "pages"](images/a.png)')).toContain(
      '<img src="../a-01234567.png" alt="Three &quot;pages&quot;">',
    );
  });

  it('have the same heading anchors as on GitHub', () => {
    const page = pageOf('# A b\n\n## `GET /x`, “then” wait_for\n\n## Same\n\n## Same\n\n### Größe');
    expect([...page.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'a-b',
      'get-x-then-wait_for',
      'same',
      'same-1',
      'größe',
    ]);
  });

  it('escape text', () => {
    const page = pageOf('# A & <\n\n`<script>` & "so"\n\n```sh\ncurl -F a=<b\n```');
    expect(page).toContain('<h1 id="a--">A &amp; &lt;</h1>');
    expect(page).toContain('<code>&lt;script&gt;</code> &amp;');
    expect(page).toContain('curl -F a=&lt;b');
  });

  it.each([
    ['a guide that is not there', '[b](b.md)', 'b.md'],
    ['an anchor that is not there', '[b](#none)', '#none'],
    ['an address of another form', '[b](b.html)', 'b.html'],
    ['a scheme that is not of the web', '[b](javascript:x)', 'javascript:x'],
    ['HTML', '<b>b</b>', '<b>'],
    ['an image that is not there', '![b](b.png)', 'b.png'],
    ['a heading within a quote', '> ## b', '## b'],
  ])('fail with %s', (_, markdown, named) => {
    expect(() => pageOf(`# A\n\n${markdown}`)).toThrow(named);
  });

  it('fail without a title', () => {
    expect(() => pageOf('## A')).toThrow('The guide a has no title');
  });
});

describe('the guides of the service', () => {
  const folder = join(projectRoot, 'docs');

  it('are all listed in the index', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
    expect(
      readGuides(folder)
        .map(({ name }) => `${name}.md`)
        .sort(),
    ).toEqual(files.sort());
  });
});
