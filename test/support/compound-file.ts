const sectorLength = 512;
const miniSectorLength = 64;
/** Smaller streams lie in the mini stream. */
const miniCutoff = 4096;
const endOfChain = 0xfffffffe;
const none = 0xffffffff;

/**
 * An OLE2 compound file ([MS-CFB], version 3) with these streams, of about 60 KB in all. A name `storage/stream` puts one
 * into a storage.
 */
export function makeCompoundFile(streams: Record<string, Buffer>): Buffer {
  const miniTable: number[] = [];
  const mini: Buffer[] = [];
  const large: Buffer[] = [];
  const nodes = directoryNodes(Object.keys(streams));
  const firstLarge = 2 + sectors((nodes.length + 1) * 128);
  const firstFree = (): number => large.reduce((sum, { length }) => sum + sectors(length), firstLarge);
  const entries = nodes.map(({ name, path, child, right }) => {
    const content = path === undefined ? undefined : streams[path];
    if (!content) return directoryEntry(name, 1, { right, child, first: 0, size: 0 });
    if (content.length >= miniCutoff) {
      const start = firstFree();
      large.push(padded(content, sectorLength));
      return directoryEntry(name, 2, { right, first: start, size: content.length });
    }
    const first = miniTable.length;
    const count = Math.ceil(content.length / miniSectorLength);
    for (let sector = 1; sector <= count; sector += 1) {
      miniTable.push(sector === count ? endOfChain : first + sector);
    }
    mini.push(padded(content, miniSectorLength));
    return directoryEntry(name, 2, {
      right,
      first: count === 0 ? endOfChain : first,
      size: content.length,
    });
  });
  const miniStream = Buffer.concat(mini);
  const root = directoryEntry('Root Entry', 5, {
    child: entries.length > 0 ? 1 : none,
    first: firstFree(),
    size: miniStream.length,
  });
  // In this order: allocation table, mini table, directory, large streams, mini stream.
  const pieces = [
    padded(numbers(miniTable), sectorLength, 0xff),
    padded(Buffer.concat([root, ...entries]), sectorLength),
    ...large,
    padded(miniStream, sectorLength),
  ];
  if ((pieces[0]?.length ?? 0) > sectorLength)
    throw new RangeError('more streams than one table sector holds');
  const table: number[] = [0xfffffffd];
  for (const piece of pieces) {
    const count = sectors(piece.length);
    for (let sector = 1; sector <= count; sector += 1) {
      table.push(sector === count ? endOfChain : table.length + 1);
    }
  }
  if (table.length * 4 > sectorLength) throw new RangeError('more sectors than one table sector holds');
  return Buffer.concat([header(), padded(numbers(table), sectorLength, 0xff), ...pieces]);
}

/** An entry of the directory before it has content; `child` and `right` are numbers of entries. */
interface DirectoryNode {
  name: string;
  /** Undefined for a storage. */
  path?: string;
  child: number;
  right: number;
}

/** The entries behind the root's, each folder's in a row. */
function directoryNodes(paths: readonly string[]): DirectoryNode[] {
  const nodes: DirectoryNode[] = [];
  const add = (node: Pick<DirectoryNode, 'name' | 'path'>, before?: DirectoryNode): DirectoryNode => {
    const added = { ...node, child: none, right: none };
    nodes.push(added);
    if (before) before.right = nodes.length;
    return added;
  };
  let last: DirectoryNode | undefined;
  for (const path of paths.filter((name) => !name.includes('/'))) last = add({ name: path, path }, last);
  for (const storage of new Set(
    paths.filter((name) => name.includes('/')).map((name) => name.split('/')[0] ?? ''),
  )) {
    last = add({ name: storage }, last);
    const folder = last;
    let inner: DirectoryNode | undefined;
    for (const path of paths.filter((name) => name.startsWith(`${storage}/`))) {
      inner = add({ name: path.slice(storage.length + 1), path }, inner);
      if (folder.child === none) folder.child = nodes.length;
    }
  }
  return nodes;
}

const sectors = (length: number): number => Math.max(1, Math.ceil(length / sectorLength));

function header(): Buffer {
  const bytes = Buffer.alloc(sectorLength, 0xff);
  bytes.fill(0, 0, 0x4c);
  bytes.write('d0cf11e0a1b11ae1', 0, 'hex');
  bytes.writeUInt16LE(0x3e, 0x18);
  bytes.writeUInt16LE(3, 0x1a);
  bytes.writeUInt16LE(0xfffe, 0x1c);
  bytes.writeUInt16LE(9, 0x1e);
  bytes.writeUInt16LE(6, 0x20);
  bytes.writeUInt32LE(1, 0x2c);
  bytes.writeUInt32LE(2, 0x30);
  bytes.writeUInt32LE(miniCutoff, 0x38);
  bytes.writeUInt32LE(1, 0x3c);
  bytes.writeUInt32LE(1, 0x40);
  bytes.writeUInt32LE(endOfChain, 0x44);
  bytes.writeUInt32LE(0, 0x4c);
  return bytes;
}

function directoryEntry(
  name: string,
  type: number,
  {
    right = none,
    child = none,
    first,
    size,
  }: { right?: number; child?: number; first: number; size: number },
): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 0, 'utf16le');
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt8(1, 67);
  bytes.writeUInt32LE(none, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(first, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

function padded(bytes: Buffer, to: number, fill = 0): Buffer {
  const length = Math.max(to, Math.ceil(bytes.length / to) * to);
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, fill)]);
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
}
