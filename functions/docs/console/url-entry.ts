import { fileAt, type RemoteFile } from './chosen-file.ts';
import { byId } from './element.ts';

/** The service downloads over https. A local run, whose page has an http URL, can also permit http. */
const protocols = location.protocol === 'http:' ? ['https:', 'http:'] : ['https:'];

/** Lets users add the file at a URL. */
export function acceptUrls(take: (file: RemoteFile) => void): void {
  const input = byId('file-url', HTMLInputElement);
  const add = (): void => {
    const file = fileAt(input.value, protocols);
    input.setCustomValidity(file ? '' : 'Enter an https URL.');
    if (!file) return void input.reportValidity();
    input.value = '';
    take(file);
  };
  byId('add-url', HTMLButtonElement).addEventListener('click', add);
  input.addEventListener('input', () => input.setCustomValidity(''));
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // Enter would start the conversion.
    event.preventDefault();
    add();
  });
}
