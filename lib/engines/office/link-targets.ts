/** Addresses that a browser or mail program opens. */
const webAddress = /^(?:https?|ftps?|sftp|mailto|tel|sms|sips?|callto|skype|msteams|xmpp|geo|news|nntp):/i;

/** An absolute URL, a drive, or a UNC path. */
const absolute = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Whether a hyperlink with this target may stay: it leads into the document, to the web or to a mail program. */
export const isHyperlinkTarget = (target: string): boolean =>
  target.startsWith('#') || webAddress.test(target);

export const isAbsolute = (target: string): boolean => absolute.test(target);

/** The target without percent-encoding and outer white space; unchanged if it is not validly encoded. */
export function decodedTarget(target: string): string {
  try {
    return decodeURIComponent(target).trim();
  } catch {
    return target;
  }
}
