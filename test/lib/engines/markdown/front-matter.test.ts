import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '#lib/engines/markdown/front-matter.ts';

describe('readFrontMatter', () => {
  it('returns the entries that become metadata, and the content', () => {
    const yaml = 'title: A report\nauthors: [Ann, Bob]\ntags:\n  - one\n  - two\nlang: en-GB\ndraft: true\n';
    expect(readFrontMatter(`---\n${yaml}---\n# Heading\n`)).toEqual({
      frontMatter: { title: 'A report', author: 'Ann, Bob', keywords: 'one, two', language: 'en-GB' },
      content: '# Heading\n',
    });
  });

  it('reads files with Windows line breaks, and with a closing line of dots', () => {
    expect(readFrontMatter('---\r\ntitle: A\r\n...\r\nText')).toEqual({
      frontMatter: { title: 'A' },
      content: 'Text',
    });
  });

  it.each([
    ['has none', 'Text\n---\ntitle: A\n---\n'],
    ['begins with a rule', '---\n\nText\n\n---\n'],
    ['has YAML that is not valid', '---\ntitle: "A\n---\nText'],
    ['has no closing line', '---\ntitle: A\n'],
    ['has aliases', '---\na: &a [x]\ntitle: *a\n---\nText'],
    ['begins with a long block without an end', `---\n${'a: b\n'.repeat(20_000)}---\n`],
  ])('leaves a file as it is that %s', (_, source) => {
    expect(readFrontMatter(source)).toEqual({ frontMatter: {}, content: source });
  });

  it('leaves out values that are not text, and cuts long ones', () => {
    const { frontMatter } = readFrontMatter(`---\ntitle: ${'x'.repeat(5000)}\nauthor: {name: Ann}\n---\n`);
    expect(frontMatter).toEqual({ title: 'x'.repeat(1000) });
  });
});
