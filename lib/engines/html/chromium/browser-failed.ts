/** The browser failed without a known fault of the page: its processes were killed, or it lost its input. */
export class BrowserFailed extends Error {
  override readonly name = 'BrowserFailed';
}
