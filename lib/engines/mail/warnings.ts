import { shortened } from '../../base/shortened.ts';
import type { WarningCode } from '../../base/warnings.ts';
import type { MailResources } from './resources.ts';

export interface MailWarning {
  code: WarningCode;
  message: string;
}

/** Hosts and names that a message lists, and the length of each in characters. */
const listed = { most: 5, characters: 60 } as const;

/**
 * What a mail refers to without containing it, and what of it is lost.
 *
 * @param loss.dropped attachments that the result does not have
 */
export function mailWarnings(
  { remote, missing }: Pick<MailResources, 'remote' | 'missing'>,
  { isCut, dropped, most }: { isCut: boolean; dropped: number; most: number },
): MailWarning[] {
  const warnings: MailWarning[] = [];
  if (isCut) {
    const message =
      'The email is truncated: the end of its last part is missing. The result contains the remainder.';
    warnings.push({ code: 'damaged', message });
  }
  if (remote.size > 0) {
    const hosts = new Set(Array.from(remote, hostOf));
    const message = `${counted(remote.size, 'remote resource')} of the email, such as images, ${are(remote.size)} not loaded: ${list(hosts)}.`;
    warnings.push({ code: 'blocked', message });
  }
  if (missing.size > 0) {
    const message = `${counted(missing.size, 'image')} that the email refers to ${are(missing.size)} missing or in an unsupported format: ${list(missing)}.`;
    warnings.push({ code: 'http-404', message });
  }
  if (dropped > 0) {
    const message = `${counted(dropped, 'attachment')} ${are(dropped)} not in the result: a PDF contains at most the first ${most} of an email.`;
    warnings.push({ code: 'attachments-dropped', message });
  }
  return warnings;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const are = (count: number): string => (count === 1 ? 'is' : 'are');

function list(names: ReadonlySet<string>): string {
  const first = [...names].slice(0, listed.most).map((name) => shortened(name, listed.characters));
  const more = names.size - first.length;
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
}

/** The host of an address, or its scheme if it has none. */
function hostOf(url: string): string {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  const { host, protocol } = URL.parse(absolute) ?? { host: '', protocol: '' };
  return host || protocol || shortened(url, listed.characters);
}
