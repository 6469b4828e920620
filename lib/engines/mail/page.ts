import { escapeHtml } from '../../base/escape-html.ts';
import { shortened } from '../../base/shortened.ts';
import { type AttachedMailFile, attachedFiles } from './attached-files.ts';
import { headerBlock } from './header-block.ts';
import { safeHtml } from './html/html-body.ts';
import { htmlLanguage } from './html/html-language.ts';
import { bodyStyle, pageStyle } from './page-style.ts';
import { type Mail, readMail } from './read-mail.ts';
import { type MailPicture, MailResources } from './resources.ts';
import { textHtml } from './text-body.ts';
import { type MailWarning, mailWarnings } from './warnings.ts';

/** A mail as a page. */
export interface MailPage {
  /** In UTF-8. Loads nothing but `pictures`. */
  html: string;
  /** The pictures that the page shows, by the names in it. */
  pictures: MailPicture[];
  /** All other files of the mail, in its order. */
  attachments: AttachedMailFile[];
  /** For the PDF. `CreationDate` is the date of the mail in the format of PDF. */
  metadata: { title?: string; author?: string; CreationDate?: string };
  warnings: MailWarning[];
}

/** The files that are attached at most. */
const mostAttachments = 100;

/** The longest entry of the metadata, in characters. */
const longestEntry = 1000;

/** The page may load what it brings, and nothing else. Scripts, frames and forms are not allowed. */
const policy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * Makes a page of a mail: a header block, and the HTML or the text of the mail in a shadow tree, whose styles do not reach
 * the header block.
 *
 * @throws InputFault `file-too-large` or `damaged-document`, as `readMail`
 */
export async function mailPage(bytes: Uint8Array): Promise<MailPage> {
  const mail = await readMail(bytes);
  const resources = new MailResources(mail.parts);
  const body = bodyOf(mail, resources);
  const others = mail.parts.filter((part) => !resources.isShown(part));
  const attachments = attachedFiles(others.slice(0, mostAttachments));
  const dropped = others.length - attachments.length;
  const title = mail.subject || 'Email';
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<title>${escapeHtml(title)}</title><style>${pageStyle}</style>`,
  ];
  const header = headerBlock(mail, attachments);
  const language = mail.html === undefined ? undefined : htmlLanguage(mail.html);
  const lang = language === undefined ? '' : ` lang="${language}"`;
  const content = `<template shadowrootmode="open"><style>${bodyStyle}</style>${body}</template>`;
  return {
    // A byte order mark takes precedence over any other statement of the encoding.
    html: `\ufeff<!doctype html><html${lang}><head>${head.join('')}</head><body>${header}<main>${content}</main></body></html>`,
    pictures: resources.pictures(),
    attachments,
    metadata: metadataOf(mail),
    warnings: mailWarnings(resources, { isCut: mail.isCut, dropped, most: mostAttachments }),
  };
}

function bodyOf({ html, text }: Mail, resources: MailResources): string {
  if (html !== undefined) return safeHtml(html, resources);
  if (text !== undefined) return `<div class="plain">${textHtml(text)}</div>`;
  return '';
}

function metadataOf({ subject, from, date }: Mail): MailPage['metadata'] {
  const [author] = from;
  return {
    ...(subject === '' ? {} : { title: shortened(subject, longestEntry) }),
    ...(author === undefined ? {} : { author: shortened(author, longestEntry) }),
    ...(date?.pdf === undefined ? {} : { CreationDate: date.pdf }),
  };
}
