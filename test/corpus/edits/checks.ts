import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { isString } from '#lib/engines/pdf/assembly/lookup.ts';
import { objectsOf } from '../../support/pdf-features.ts';
import { percent, tolerance } from '../appearance.ts';
import { inputName, type EditFields, type MadePdf } from '../pdf-service.ts';
import { difference, linearizationFaults, pictures } from '../pdf-tools.ts';
import { hasAllAppearances } from './drawn-annotations.ts';
import { reversalOf } from './reversal.ts';
import type { Subject } from './subject.ts';

/** A property of edits that holds for every document. */
export interface EditCheck {
  name: string;
  /** Returns what does not hold; empty if all does. */
  run: (subject: Subject) => Promise<string[]>;
}

const allPages: EditFields = { pages: '1-' };
const passwords = { userPassword: 'user', ownerPassword: 'owner' };
const word = 'Stamped';

/** Fields that are filled. */
const maxFields = 1000;

const described: EditFields = {
  metadata: JSON.stringify({ title: 'Corpus', author: 'Check' }),
  bookmarks: JSON.stringify([{ title: 'Start', page: 1 }]),
  attachment: Buffer.from('attached'),
};

const stamped: EditFields = { stamp: JSON.stringify({ text: word, fontSize: 4 }) };

/** MuPDF 1.21 writes beyond a buffer when it reads some linearized files, including those of qpdf, and then crashes. */
const linearized = { except: 'MuPDF' };

/** Everything that is checked about edits. A new option needs one entry. */
export const editChecks: readonly EditCheck[] = [
  {
    name: 'pages reversed twice are as before',
    async run(subject) {
      const { forth, back, pageOf } = reversalOf(subject.pageCount);
      const reversed = await subject.edit({ pages: forth });
      const again = await subject.editAgain(reversed, { pages: back });
      return [...(await subject.compare(reversed, { pageOf })), ...(await subject.compare(again))];
    },
  },
  {
    name: 'a protected document opens by either password',
    async run(subject) {
      const made = await subject.edit({ protect: JSON.stringify(passwords) });
      const { encrypted } = await subject.inspect(made, passwords.userPassword);
      return [
        ...(encrypted ? [] : ['it is not encrypted']),
        ...(await subject.compare(made, { password: passwords.userPassword })),
        ...(await subject.compare(made, { password: passwords.ownerPassword, sameLook: false })),
      ];
    },
  },
  {
    name: 'protection and its removal keep all objects',
    async run(subject) {
      const locked = await subject.edit({ protect: JSON.stringify(passwords) });
      const unlocked = await subject.editAgain(locked, { ...allPages, password: passwords.ownerPassword });
      const copied = await subject.editAgain(await subject.edit(allPages), allPages);
      const own = await declaresExtensions(copied.bytes);
      const [before, after] = [await objectTexts(copied.bytes, own), await objectTexts(unlocked.bytes, own)];
      return isDeepStrictEqual(after, before) ? [] : ['the objects differ'];
    },
  },
  {
    name: 'two edits are one with the options of both',
    async run(subject) {
      const turned: EditFields = { rotate: JSON.stringify([{ pages: '1', angle: 90 }]) };
      const once = await subject.edit({ ...turned, ...stamped, ...described });
      const twice = await subject.editAgain(await subject.edit(turned), { ...stamped, ...described });
      return [...differingPages(subject, once, twice), ...(await differingEntries(subject, once, twice))];
    },
  },
  {
    name: 'metadata, bookmarks and attachments change nothing visible',
    async run(subject) {
      const made = await subject.edit(described);
      const { metadata, bookmarks, attachments } = await subject.inspect(made);
      return [
        ...(metadata['title'] === 'Corpus' && metadata['author'] === 'Check'
          ? []
          : ['the metadata is missing']),
        ...(bookmarks.length === 1 && bookmarks[0]?.page === 1 ? [] : ['the bookmark is missing']),
        ...(attachments.some(({ name }) => name === inputName) ? [] : ['the attachment is missing']),
        ...(await subject.compare(made)),
      ];
    },
  },
  {
    name: 'pages rotated and rotated back are as before',
    async run(subject) {
      const turned = await subject.edit({ rotate: '90' });
      const back = await subject.editAgain(turned, { rotate: '270' });
      const sizes = (await subject.inspect(turned)).pages.map(({ width, height }) => [height, width]);
      const expected = subject.inspection.pages.map(({ width, height }) => [width, height]);
      return [
        ...(isDeepStrictEqual(sizes, expected) ? [] : ['the sizes of rotated pages are wrong']),
        ...(await subject.compare(turned, { sameLook: false, text: 'any' })),
        ...(await subject.compare(back)),
      ];
    },
  },
  {
    name: 'flattened pages look as before',
    async run(subject) {
      const sameLook = hasAllAppearances(subject.content);
      const made = await subject.edit({ flatten: 'true' });
      const { form } = await subject.inspect(made);
      return [
        ...(form.length > 0 && sameLook ? [`${form.length} form fields are left`] : []),
        ...(await subject.compare(made, { sameLook, text: 'any' })),
      ];
    },
  },
  {
    name: 'a linearized document is the same, protected or not',
    async run(subject) {
      const { userPassword } = passwords;
      const made = await subject.edit({ linearize: 'true' });
      const locked = await subject.edit({ linearize: 'true', protect: JSON.stringify(passwords) });
      const faults = [
        linearizationFaults(made.bytes),
        linearizationFaults(locked.bytes, userPassword),
        (await subject.inspect(made)).linearized ? '' : 'the report does not say so',
      ];
      return [
        ...faults.filter((fault) => fault !== ''),
        ...(await subject.compare(made, linearized)),
        ...(await subject.compare(locked, { ...linearized, password: userPassword })),
      ];
    },
  },
  {
    name: 'compression without loss changes nothing visible, and makes nothing larger',
    async run(subject) {
      const plain = await subject.edit(allPages);
      const made = await subject.edit({ ...allPages, compress: 'lossless' });
      return [
        ...(made.bytes.length <= plain.bytes.length
          ? []
          : [`${made.bytes.length} bytes instead of ${plain.bytes.length}`]),
        ...(await subject.compare(made)),
      ];
    },
  },
  {
    name: 'reduced images keep the text, and make nothing larger',
    async run(subject) {
      const lossless = await subject.edit({ compress: 'lossless' });
      const made = await subject.edit({ compress: 'screen' });
      return [
        ...(made.bytes.length <= lossless.bytes.length
          ? []
          : [`${made.bytes.length} bytes instead of ${lossless.bytes.length}`]),
        ...(await subject.compare(made, { sameLook: false })),
      ];
    },
  },
  {
    name: 'text fields have the values that they are filled with, and all else is as before',
    async run(subject) {
      const fields = subject.inspection.form.filter(({ type }) => type === 'text').slice(0, maxFields);
      const values = new Map(
        fields.map(({ name, maxLength }) => [name, 'Fïlled'.slice(0, maxLength ?? undefined)]),
      );
      if (values.size === 0) return [];
      const plain = await subject.edit(allPages);
      const made = await subject.edit({ form: JSON.stringify(Object.fromEntries(values)) });
      const now = new Map((await subject.inspect(made)).form.map(({ name, value }) => [name, value]));
      const kept = new Set(await objectTexts(made.bytes));
      const changed = (await objectTexts(plain.bytes)).filter((text) => !kept.has(text) && !isOfForm(text));
      return [
        ...[...values].flatMap(([name, value]) =>
          now.get(name) === value ? [] : [`${name} is ${String(now.get(name))}`],
        ),
        ...changed.map((text) => `an object has changed: ${text.slice(0, 100)}`),
        ...(await subject.compare(made, { sameLook: false, text: 'any' })),
      ];
    },
  },
  {
    name: 'a stamp is found on every page',
    async run(subject) {
      const made = await subject.edit(stamped);
      return subject.compare(made, { sameLook: false, text: { contains: word } });
    },
  },
];

/** Whether an object is the form, a field or a widget. */
const isOfForm = (text: string): boolean => /\/(?:Fields|FT|T|AP|Widget)\b/.test(text);

/** Whether the document declares extensions of PDF 1.7. Protection replaces Adobe's, and leaves with its own. */
async function declaresExtensions(bytes: Uint8Array): Promise<boolean> {
  const { document } = await objectsOf(bytes);
  return document.catalog.has(PDFName.of('Extensions'));
}

/** All objects of a document, the catalog without its extensions if `withoutExtensions`. */
async function objectTexts(bytes: Uint8Array, withoutExtensions = false): Promise<string[]> {
  const { document } = await objectsOf(bytes);
  if (withoutExtensions) document.catalog.delete(PDFName.of('Extensions'));
  return document.context
    .enumerateIndirectObjects()
    .map(([ref, object]) => `${String(ref)} ${textOf(object)}`);
}

/** An object in one form: strings can be written in two. */
function textOf(object: PDFObject | undefined): string {
  if (isString(object)) return Buffer.from(object.asBytes()).toString('hex');
  if (object instanceof PDFArray) return `[${object.asArray().map(textOf).join(' ')}]`;
  if (object instanceof PDFRawStream) {
    const hash = createHash('sha256').update(object.contents).digest('hex');
    return `${textOf(object.dict)} ${hash}`;
  }
  if (object instanceof PDFName) return nameText(object);
  if (!(object instanceof PDFDict)) return String(object);
  return `<<${object
    .entries()
    .map(([key, value]) => `${nameText(key)} ${textOf(value)}`)
    .join(' ')}>>`;
}

/** A name as it is written. pdf-lib takes an escape with lower-case digits for text, and escapes its `#`. */
const nameText = (name: PDFName): string =>
  name.toString().replace(/#23([\da-f]{2})/gi, (_, code: string) => `#${code.toUpperCase()}`);

function differingPages({ shown, look }: Subject, once: MadePdf, twice: MadePdf): string[] {
  const [one, other] = [pictures(once.bytes, 1, shown), pictures(twice.bytes, 1, shown)];
  return [...one].flatMap(([page, picture]) => {
    const share = difference(picture, other.get(page));
    return share > tolerance && look.isStable(page) ? [`page ${page} differs in ${percent(share)}`] : [];
  });
}

/** The entries of the reports that differ, besides damage: the first edit has repaired it. */
async function differingEntries(subject: Subject, once: MadePdf, twice: MadePdf): Promise<string[]> {
  const one = new Map(Object.entries(await subject.inspect(once)));
  const other = Object.entries(await subject.inspect(twice));
  return other.flatMap(([key, value]) =>
    key === 'damage' || isDeepStrictEqual(value, one.get(key)) ? [] : [`${key} of the report differs`],
  );
}
