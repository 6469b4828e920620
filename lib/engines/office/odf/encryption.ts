import { FormatError, type RandomAccess } from '../../../base/random-access.ts';
import { XmlTextReader } from '../xml-text.ts';
import { localName, XmlTagReader } from '../xml-tokens.ts';
import { readZipDirectory } from '../zip-directory.ts';
import { inflateEntry } from '../zip-entry.ts';

/** Whether the manifest of an OpenDocument package declares encrypted parts (ODF 1.3-2, 4.8.1). */
export async function isEncryptedPackage(file: RandomAccess): Promise<boolean> {
  try {
    const { entries } = await readZipDirectory(file);
    const manifest = entries.find(({ name }) => name.toLowerCase() === 'meta-inf/manifest.xml');
    if (!manifest) return false;
    const text = new XmlTextReader();
    const tags = new XmlTagReader();
    for await (const piece of inflateEntry(file, manifest)) {
      for (const { name } of tags.read(text.read(piece))) {
        if (localName(name) === 'encryption-data') return true;
      }
    }
  } catch (error) {
    // The checks of the package report the damage.
    if (!(error instanceof FormatError)) throw error;
  }
  return false;
}
