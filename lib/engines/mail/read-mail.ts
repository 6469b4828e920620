import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { InputFault } from '../../base/input-fault.ts';
import { type MailDate, readMailDate } from './mail-date.ts';

/** Limits of a mail. Header bytes are of all parts together. */
const limits = { lines: 1_500_000, headerBytes: 2 * 1024 * 1024, nesting: 50 } as const;

const newline = 0x0a;

/** A file that came with a mail, or a picture in it. */
export interface MailPart {
  /** As the sender named it. */
  fileName: string | undefined;
  mimeType: string;
  contentId: string | undefined;
  content: Uint8Array<ArrayBuffer>;
}

/** A mail, decoded. Texts have no control characters but those of their bodies. */
export interface Mail {
  from: string[];
  sender: string[];
  replyTo: string[];
  to: string[];
  cc: string[];
  subject: string;
  date: MailDate | undefined;
  /** The body; HTML takes precedence. Both are absent from a mail of attachments only. */
  html: string | undefined;
  text: string | undefined;
  parts: MailPart[];
  /** Whether the end of a multipart body is missing. */
  isCut: boolean;
}

/**
 * Reads a mail (RFC 5322, RFC 2045 to 2049, RFC 2231).
 *
 * @throws InputFault `file-too-large` when it exceeds the limits of a mail, `damaged-document` when it cannot be read
 */
export async function readMail(bytes: Uint8Array): Promise<Mail> {
  requireFewLines(bytes);
  const mail = await parse(bytes);
  const { from, sender, replyTo, to, cc } = mail;
  const date = mail.headers.find(({ key }) => key === 'date')?.value;
  return {
    from: shown(from ? [from] : []),
    sender: shown(sender ? [sender] : []),
    replyTo: shown(replyTo),
    to: shown(to),
    cc: shown(cc),
    subject: oneLine(mail.subject ?? ''),
    date: date === undefined || date === '' ? undefined : readMailDate(oneLine(date)),
    html: mail.html,
    text: mail.text,
    parts: mail.attachments.map(partOf),
    isCut: isCut(bytes, mail),
  };
}

/** The parser keeps each line as an object. */
function requireFewLines(bytes: Uint8Array): void {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines += 1;
  if (lines <= limits.lines) return;
  throw new InputFault('file-too-large', `has ${lines} lines; the limit for an email is ${limits.lines}`);
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxHeadersSize: limits.headerBytes,
      maxNestingDepth: limits.nesting,
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : '';
    if (message.includes('header size')) {
      throw new InputFault('file-too-large', `has more than ${limits.headerBytes} bytes of header fields`, {
        cause,
      });
    }
    if (message.includes('nesting depth')) {
      throw new InputFault('file-too-large', `has parts nested more than ${limits.nesting} deep`, { cause });
    }
    throw new InputFault('damaged-document', 'is an email that cannot be read', { cause });
  }
}

/** Addresses as people write them; groups as their members. */
const shown = (addresses: readonly Address[] = []): string[] =>
  addresses.flatMap(({ name, address, group }) => {
    if (group) return shown(group);
    const [label, place] = [oneLine(name), oneLine(address)];
    if (label === '' || label === place) return place === '' ? [] : [place];
    return [place === '' ? label : `${label} <${place}>`];
  });

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();

function partOf({ filename, mimeType, contentId, content }: Attachment): MailPart {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return {
    fileName: filename === null ? undefined : oneLine(filename),
    mimeType: mimeType.toLowerCase(),
    contentId,
    content: bytes as Uint8Array<ArrayBuffer>,
  };
}

/** Whether the last delimiter of a multipart body (RFC 2046, 5.1.1) is missing. */
function isCut(bytes: Uint8Array, { headers }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (!/^\s*multipart\//i.test(type)) return false;
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s";]{1,200}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return true;
  return !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(`--${boundary}--`);
}
