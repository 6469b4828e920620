/** The browser failed, and the page is not known to be at fault: its processes were killed, or it lost what it was given. */
export class BrowserFailed extends Error {
  override readonly name = 'BrowserFailed';
}
