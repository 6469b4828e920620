import { escapeHtml } from '../../base/escape-html.ts';
import type { AttachedMailFile } from './attached-files.ts';
import type { Mail } from './read-mail.ts';

/** The header of a mail as HTML: subject, people, date and attachments. Recipients of blind copies are not shown. */
export function headerBlock(mail: Mail, attachments: readonly AttachedMailFile[]): string {
  const { from, sender, replyTo, to, cc, subject, date } = mail;
  const isOther = (addresses: readonly string[]): boolean => addresses.join() !== from.join();
  const rows: [label: string, value: string][] = [
    ['From', listed(from)],
    ['Sender', isOther(sender) ? listed(sender) : ''],
    ['Reply to', isOther(replyTo) ? listed(replyTo) : ''],
    ['To', listed(to)],
    ['Cc', listed(cc)],
    ['Date', date ? `<bdi>${escapeHtml(date.text)}</bdi>` : ''],
    [attachments.length === 1 ? 'Attachment' : 'Attachments', filesOf(attachments)],
  ];
  const title =
    subject === '' ? '<h1 class="none">No subject</h1>' : `<h1 dir="auto">${escapeHtml(subject)}</h1>`;
  const shown = rows.filter(([, value]) => value !== '');
  return `<header>${title}<dl>${shown.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl></header>`;
}

const listed = (addresses: readonly string[]): string =>
  addresses.map((address) => `<bdi>${escapeHtml(address)}</bdi>`).join(', ');

function filesOf(files: readonly AttachedMailFile[]): string {
  if (files.length === 0) return '';
  const items = files.map(
    ({ fileName, content }) =>
      `<li><bdi>${escapeHtml(fileName)}</bdi> <span class="size">${sizeText(content.byteLength)}</span></li>`,
  );
  return `<ul class="files">${items.join('')}</ul>`;
}

const units = ['bytes', 'KB', 'MB'] as const;

/** A size in decimal units: `740 bytes`, `12.3 KB`. */
function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${bytes === 1 ? 'byte' : units[unit]}`;
}
