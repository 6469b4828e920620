/** Milliseconds for which a button says that it has copied. */
const shownFor = 2000;

/**
 * Copies the text of `source` when the button is clicked.
 *
 * @param text what to copy; by default the text of `source`
 */
export function copyOnClick(
  button: HTMLButtonElement,
  source: HTMLElement,
  { text = () => source.textContent, onCopied }: { text?: () => string; onCopied: () => void },
): void {
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text()).then(
      () => {
        button.textContent = 'Copied';
        onCopied();
      },
      // The browser denied access to the clipboard: select the text instead.
      () => getSelection()?.selectAllChildren(source),
    );
    setTimeout(() => (button.textContent = 'Copy'), shownFor);
  });
}
