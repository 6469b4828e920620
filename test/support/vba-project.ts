import { makeCompoundFile } from './compound-file.ts';

/**
 * A VBA project ([MS-OVBA]) with one module. Office makes the compiled form, which is left out, anew from the source;
 * LibreOffice reads nothing but the source.
 *
 * @param name of the module; that of a document is the code name of its main part, `ThisWorkbook` for one
 * @param code Basic in ASCII, of at most 3000 characters; lines end with `\n`
 */
export function makeVbaProject(name: string, code: string): Buffer {
  const source = `Attribute VB_Name = "${name}"\n${code}\n`.replaceAll('\n', '\r\n');
  const project = `ID="{00000000-0000-0000-0000-000000000000}"\nDocument=${name}/&H00000000\nName="Project"\n`;
  return makeCompoundFile({
    PROJECT: Buffer.from(project.replaceAll('\n', '\r\n')),
    'VBA/_VBA_PROJECT': Buffer.from('cc61ffff000000', 'hex'),
    'VBA/dir': compressed(directory(name)),
    [`VBA/${name}`]: compressed(Buffer.from(source)),
  });
}

/** The `dir` stream (2.3.4.2): what the project and its one module are called, record after record. */
function directory(name: string): Buffer {
  const latin = Buffer.from(name, 'latin1');
  const unicode = Buffer.from(name, 'utf16le');
  return Buffer.concat([
    record(0x01, uint32(1)), // system kind
    record(0x02, uint32(0x409)), // language
    record(0x14, uint32(0x409)), // language of invocations
    record(0x03, uint16(1252)), // code page
    record(0x04, Buffer.from('Project')),
    record(0x05), // description, in both encodings
    record(0x40),
    record(0x06), // help file, twice
    record(0x3d),
    record(0x07, uint32(0)), // help context
    record(0x08, uint32(0)), // library flags
    // The version, whose size field is reserved and says 4, whatever follows.
    Buffer.concat([uint16(0x09), uint32(4), uint32(1), uint16(1)]),
    record(0x0c), // constants, in both encodings
    record(0x3c),
    record(0x0f, uint16(1)), // count of modules
    record(0x13, uint16(0xffff)), // project cookie
    record(0x19, latin), // the module's name, in both encodings
    record(0x47, unicode),
    record(0x1a, latin), // its stream's name
    record(0x32, unicode),
    record(0x1c), // its description
    record(0x48),
    record(0x31, uint32(0)), // where its source begins
    record(0x1e, uint32(0)), // help context
    record(0x2c, uint16(0xffff)), // module cookie
    record(0x22), // a document's module
    record(0x2b), // end of the module
    record(0x10), // end of the stream
  ]);
}

const record = (id: number, content: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([uint16(id), uint32(content.length), content]);

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A compressed container (2.4.1) of one chunk in which nothing is compressed: a zero flag before each 8 bytes. */
function compressed(content: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += 8) pieces.push(Buffer.from([0]), content.subarray(at, at + 8));
  const data = Buffer.concat(pieces);
  const isCompressedChunk = 0xb000;
  return Buffer.concat([Buffer.from([1]), uint16(isCompressedChunk | (data.length - 1)), data]);
}
