/** A bookmark as JSON. Pages that are not numbers stay as they were entered, for the service to reject. */
export interface BookmarkNode {
  title: string;
  /** From 1. Null for none. */
  page: number | string | null;
  children?: BookmarkNode[];
}

/** A bookmark as it is edited: a line of an indented list. */
export interface BookmarkLine {
  title: string;
  page: string;
  /** 0 at the top, and at most one more than that of the line before. */
  level: number;
}

/** The lines of a tree, each after its parent. */
export function linesOf(tree: readonly BookmarkNode[]): BookmarkLine[] {
  const lines: BookmarkLine[] = [];
  // Not recursive: a document can nest its bookmarks deeper than the stack.
  const open = [tree.values()];
  for (let nodes = open.at(-1); nodes; nodes = open.at(-1)) {
    const { value: node, done } = nodes.next();
    if (done) {
      open.pop();
      continue;
    }
    lines.push({ title: node.title, page: String(node.page ?? ''), level: open.length - 1 });
    open.push((node.children ?? []).values());
  }
  return lines;
}

/** The tree of lines, for the field `bookmarks`. */
export function treeOf(lines: readonly BookmarkLine[]): BookmarkNode[] {
  const top: BookmarkNode[] = [];
  /** The last bookmark of each level. */
  const last: BookmarkNode[] = [];
  for (const { title, page, level } of lines) {
    const node: BookmarkNode = { title, page: pageOf(page) };
    const parent = last[level - 1];
    (parent ? (parent.children ??= []) : top).push(node);
    last.splice(level, Infinity, node);
  }
  return top;
}

function pageOf(text: string): number | string | null {
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** The line after the last one below the line at that index. */
function endOf(lines: readonly BookmarkLine[], index: number): number {
  const { level } = lines[index] ?? { level: 0 };
  const next = lines.findIndex((line, at) => at > index && line.level <= level);
  return next < 0 ? lines.length : next;
}

const moved = (lines: readonly BookmarkLine[], by: number): BookmarkLine[] =>
  lines.map((line) => ({ ...line, level: line.level + by }));

/** Whether a line can move by that many levels: not above the top, and at most one level below the line before. */
export function canIndent(lines: readonly BookmarkLine[], index: number, by: 1 | -1): boolean {
  const level = (lines[index]?.level ?? 0) + by;
  return level >= 0 && level <= (lines[index - 1]?.level ?? -1) + 1;
}

/** Moves a line, and those below it in the tree, by one level. */
export function indented(lines: readonly BookmarkLine[], index: number, by: 1 | -1): BookmarkLine[] {
  const end = endOf(lines, index);
  return [...lines.slice(0, index), ...moved(lines.slice(index, end), by), ...lines.slice(end)];
}

/** Removes a line. Those below it in the tree take its level. */
export function without(lines: readonly BookmarkLine[], index: number): BookmarkLine[] {
  const end = endOf(lines, index);
  return [...lines.slice(0, index), ...moved(lines.slice(index + 1, end), -1), ...lines.slice(end)];
}

/**
 * Adds an empty line after the line at that index, for the same page: on the same level, or as the first of those below
 * it. The index -1 adds the first line.
 */
export function withLineAfter(lines: readonly BookmarkLine[], index: number): BookmarkLine[] {
  const { level, page } = lines[index] ?? { level: 0, page: '1' };
  const next = lines[index + 1]?.level ?? 0;
  return lines.toSpliced(index + 1, 0, { title: '', page, level: Math.max(level, next) });
}

/** The index of the line that a path in the tree names: 1 for `[0].children[0].page`. -1 if it names none. */
export function lineNamed(path: string, lines: readonly BookmarkLine[]): number {
  let index = -1;
  for (const [level, [, nth]] of [...path.matchAll(/\[(\d{1,9})\]/g)].entries()) {
    let left = Number(nth);
    index += 1;
    for (; (lines[index]?.level ?? -1) >= level; index += 1) {
      if (lines[index]?.level !== level) continue;
      if (left === 0) break;
      left -= 1;
    }
    if (lines[index]?.level !== level) return -1;
  }
  return index;
}
