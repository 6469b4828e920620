declare module 'lambda-multipart-parser' {
  interface ParsedFile {
    filename: string;
    content: Buffer;
    contentType: string;
    encoding: string;
    fieldname: string;
  }

  type ParsedForm = { files: ParsedFile[] } & Record<string, unknown>;

  /** `body` is passed to busboy unchanged, so a Buffer is not copied. */
  export function parse(event: { headers: Record<string, string>; body: Buffer }): Promise<ParsedForm>;
}
