import { describe, expect, it } from 'vitest';
import {
  type BookmarkLine,
  canIndent,
  indented,
  lineNamed,
  linesOf,
  treeOf,
  withLineAfter,
  without,
} from '../../../functions/docs/console/bookmark-lines.ts';

const tree = [
  { title: 'A', page: 1, children: [{ title: 'B', page: 2, children: [{ title: 'C', page: 2 }] }] },
  { title: 'D', page: 4, children: [{ title: 'E', page: 5 }] },
];
const lines = linesOf(tree);

/** `A0 B1`: titles with their levels. */
const levels = (of: readonly BookmarkLine[]): string =>
  of.map(({ title, level }) => `${title}${level}`).join(' ');

describe('the lines of bookmarks', () => {
  it('are those of the tree, each after its parent', () => {
    expect(levels(lines)).toBe('A0 B1 C2 D0 E1');
    expect(lines[4]).toEqual({ title: 'E', page: '5', level: 1 });
    expect(treeOf(lines)).toEqual(tree);
    expect([linesOf([]), treeOf([])]).toEqual([[], []]);
  });

  it('of a deep tree are found without recursion', () => {
    const deep = Array.from({ length: 20_000 }, (_, level) => ({ title: 'x', page: '1', level }));
    expect(linesOf(treeOf(deep))).toEqual(deep);
  });

  it.each([
    ['', null],
    ['12', 12],
    ['1-2', '1-2'],
  ])('with the page %j have %j in the tree', (page, expected) => {
    const [node] = treeOf([{ title: 'A', page, level: 0 }]);
    expect(node).toEqual({ title: 'A', page: expected });
    expect(linesOf(node ? [node] : [])[0]?.page).toBe(page);
  });

  it('move by a level with those below them', () => {
    expect(levels(indented(lines, 3, 1))).toBe('A0 B1 C2 D1 E2');
    expect(levels(indented(lines, 1, -1))).toBe('A0 B0 C1 D0 E1');
  });

  it('do not move above the top, or more than one level below the line before', () => {
    expect(lines.map((_, index) => canIndent(lines, index, 1))).toEqual([false, false, false, true, false]);
    expect(lines.map((_, index) => canIndent(lines, index, -1))).toEqual([false, true, true, false, true]);
  });

  it('leave their level to those below them when they are removed', () => {
    expect(levels(without(lines, 0))).toBe('B0 C1 D0 E1');
    expect(levels(without(lines, 4))).toBe('A0 B1 C2 D0');
  });

  it('take another line after them, which does not part them from those below them', () => {
    expect(levels(withLineAfter(lines, 2))).toBe('A0 B1 C2 2 D0 E1');
    expect(levels(withLineAfter(lines, 3))).toBe('A0 B1 C2 D0 1 E1');
    expect(withLineAfter(lines, 3)[4]).toEqual({ title: '', page: '4', level: 1 });
    expect(withLineAfter([], -1)).toEqual([{ title: '', page: '1', level: 0 }]);
  });

  it.each([
    ['[0]', 'A'],
    ['[0].children[0].children[0].page', 'C'],
    ['[1].title', 'D'],
    ['[1].children[0]', 'E'],
    ['[1].children[1]', undefined],
    ['[0].children[1]', undefined],
    ['[2]', undefined],
    ['', undefined],
  ])('named %j are %j', (path, title) => {
    expect(lines[lineNamed(path, lines)]?.title).toBe(title);
  });
});
