import { type BookmarkLine, canIndent } from './bookmark-lines.ts';
import { element } from './element.ts';
import { iconButton } from './icon-button.ts';

interface Actions {
  indent: (by: 1 | -1) => void;
  remove: () => void;
}

/** The row of a bookmark in its list: inputs `.title` and `.page`, buttons `.outdent`, `.indent` and `.remove`. */
export function bookmarkRow(
  lines: readonly BookmarkLine[],
  index: number,
  { indent, remove }: Actions,
): HTMLElement {
  const { title, page, level } = lines[index] ?? { title: '', page: '', level: 0 };
  const number = index + 1;
  const button = (className: string, verb: string, sign: string, act?: () => void): HTMLButtonElement => {
    const made = iconButton(className, `${verb} bookmark ${number}`, sign);
    if (act) made.addEventListener('click', act);
    // Not `disabled`, which would lose the keyboard focus.
    else made.setAttribute('aria-disabled', 'true');
    return made;
  };
  const indentBy = (by: 1 | -1) => (canIndent(lines, index, by) ? () => indent(by) : undefined);
  const row = element(
    'li',
    { class: 'bookmark' },
    titleInput(`Title of bookmark ${number}, level ${level + 1}`, title),
    pageInput(`Page of bookmark ${number}`, page),
    button('outdent', 'Outdent', '←', indentBy(-1)),
    button('indent', 'Indent', '→', indentBy(1)),
    button('remove', 'Remove', '×', remove),
  );
  row.style.setProperty('--level', String(level));
  return row;
}

function titleInput(label: string, value: string): HTMLInputElement {
  const input = element('input', {
    class: 'title',
    type: 'text',
    'aria-label': label,
    placeholder: 'Title',
    autocomplete: 'off',
  });
  input.value = value;
  return input;
}

function pageInput(label: string, value: string): HTMLInputElement {
  const input = element('input', {
    class: 'page',
    type: 'text',
    'aria-label': label,
    placeholder: 'Page',
    inputmode: 'numeric',
    autocomplete: 'off',
  });
  input.value = value;
  return input;
}
