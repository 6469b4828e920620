import { ownEntry } from '../../base/own-entry.ts';
import { InputFault } from '../../base/input-fault.ts';
import { FormatError } from '../../base/random-access.ts';
import { attributesOf, localName, XmlTagReader } from './xml-tokens.ts';

/** Agile encryption ([MS-OFFCRYPTO] 2.3.4.10): Office 2010 and later. */
export interface AgileEncryption {
  kind: 'agile';
  package: CipherParameters;
  /** How the key that encrypts the package's key is derived from the password. */
  password: CipherParameters & {
    /** Number of hash rounds. */
    spinCount: number;
    verifierHashInput: Buffer;
    verifierHashValue: Buffer;
    keyValue: Buffer;
  };
  /** Encrypted with the package's key; undefined if the writer omitted them. */
  integrity: { hmacKey: Buffer; hmacValue: Buffer } | undefined;
}

export interface CipherParameters {
  /** In node:crypto's spelling: `sha512`. */
  hash: string;
  hashBytes: number;
  keyBytes: number;
  salt: Buffer;
}

/** Standard encryption ([MS-OFFCRYPTO] 2.3.4.5): Office 2007. Always SHA-1, 50,000 rounds. */
export interface StandardEncryption {
  kind: 'standard';
  keyBytes: number;
  salt: Buffer;
  /** Encrypted, like its hash: the password is right if the two match. */
  verifier: Buffer;
  verifierHash: Buffer;
}

/** Office writes 100,000; the format allows 10,000,000, which takes half a minute of CPU time. */
const maxSpinCount = 1_000_000;

const hashes: Record<string, { name: string; bytes: number }> = {
  SHA1: { name: 'sha1', bytes: 20 },
  'SHA-1': { name: 'sha1', bytes: 20 },
  SHA256: { name: 'sha256', bytes: 32 },
  SHA384: { name: 'sha384', bytes: 48 },
  SHA512: { name: 'sha512', bytes: 64 },
};

/**
 * Parses and validates the `EncryptionInfo` stream before any work is done for it. Only schemes that can be decrypted
 * in bounded time are accepted.
 *
 * @throws InputFault `damaged-document` when the scheme is unknown or too costly
 * @throws FormatError when the stream is malformed
 */
export function parseEncryptionInfo(info: Buffer): AgileEncryption | StandardEncryption {
  if (info.length < 8) throw new FormatError('EncryptionInfo is cut off');
  const major = info.readUInt16LE(0);
  const minor = info.readUInt16LE(2);
  if (major === 4 && minor === 4) return parseAgile(info.toString('utf8', 8));
  if (minor === 2 && major >= 2 && major <= 4) return parseStandard(info);
  throw unsupported(`version ${major}.${minor}`);
}

function parseAgile(xml: string): AgileEncryption {
  const elements = new Map<string, Map<string, string>>();
  const reader = new XmlTagReader();
  for (const tag of reader.read(xml)) {
    // With certificates there are several keys; the one with a spin count is the password's.
    if (tag.kind === 'close') continue;
    const attributes = new Map(attributesOf(tag).map(({ name, value }) => [name, value]));
    const name = localName(tag.name);
    if (name !== 'encryptedKey' || attributes.has('spinCount')) elements.set(name, attributes);
  }
  reader.finish();
  const element = (name: string): Map<string, string> => {
    const attributes = elements.get(name);
    if (!attributes) throw new FormatError(`EncryptionInfo without ${name}`);
    return attributes;
  };
  const key = element('encryptedKey');
  const spinCount = Number(key.get('spinCount'));
  if (!Number.isSafeInteger(spinCount) || spinCount < 0) throw new FormatError('spin count is no number');
  if (spinCount > maxSpinCount) throw unsupported(`${spinCount} rounds of hashing; at most ${maxSpinCount}`);
  const integrity = elements.get('dataIntegrity');
  return {
    kind: 'agile',
    package: cipherParameters(element('keyData')),
    password: {
      ...cipherParameters(key),
      spinCount,
      verifierHashInput: bytesOf(key, 'encryptedVerifierHashInput'),
      verifierHashValue: bytesOf(key, 'encryptedVerifierHashValue'),
      keyValue: bytesOf(key, 'encryptedKeyValue'),
    },
    integrity: integrity && {
      hmacKey: bytesOf(integrity, 'encryptedHmacKey'),
      hmacValue: bytesOf(integrity, 'encryptedHmacValue'),
    },
  };
}

function cipherParameters(attributes: Map<string, string>): CipherParameters {
  const hash = ownEntry(hashes, attributes.get('hashAlgorithm') ?? '');
  const keyBits = Number(attributes.get('keyBits'));
  const named = ['cipherAlgorithm', 'cipherChaining', 'blockSize', 'hashAlgorithm'].map((name) =>
    attributes.get(name),
  );
  const [algorithm, chaining, blockSize] = named;
  const readable =
    algorithm === 'AES' &&
    chaining === 'ChainingModeCBC' &&
    blockSize === '16' &&
    [128, 192, 256].includes(keyBits);
  if (!hash || !readable) throw unsupported(`${named.join(', ')}, ${keyBits} bits`);
  return {
    hash: hash.name,
    hashBytes: hash.bytes,
    keyBytes: keyBits / 8,
    salt: bytesOf(attributes, 'saltValue'),
  };
}

function bytesOf(attributes: Map<string, string>, name: string): Buffer {
  const text = attributes.get(name);
  if (text === undefined) throw new FormatError(`EncryptionInfo without ${name}`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || (name !== 'saltValue' && bytes.length % 16 !== 0)) {
    throw new FormatError(`${name} of ${bytes.length} bytes`);
  }
  return bytes;
}

/** [MS-OFFCRYPTO] 2.3.2 and 2.3.3: the header follows version, flags and its own length; the verifier follows it. */
function parseStandard(info: Buffer): StandardEncryption {
  if (info.length < 12 + 32) throw new FormatError('EncryptionInfo is cut off');
  const verifierStart = 12 + info.readUInt32LE(8);
  const algorithm = info.readUInt32LE(20);
  const keyBits = info.readUInt32LE(28);
  const aes128 = 0x660e;
  if (algorithm !== aes128 || keyBits !== 128) throw unsupported(`algorithm ${algorithm}, ${keyBits} bits`);
  // The salt's size, the salt, the verifier, the hash's size, and the hash, padded to whole AES blocks.
  const fields = info.subarray(verifierStart, verifierStart + 72);
  if (fields.length < 72 || fields.readUInt32LE(0) !== 16) throw new FormatError('no verifier');
  return {
    kind: 'standard',
    keyBytes: keyBits / 8,
    salt: fields.subarray(4, 20),
    verifier: fields.subarray(20, 36),
    verifierHash: fields.subarray(40, 72),
  };
}

const unsupported = (how: string): InputFault =>
  new InputFault(
    'damaged-document',
    'is encrypted in a way that cannot be opened; save it with Office 2010 or later',
    {
      cause: new FormatError(`encryption: ${how}`),
    },
  );
