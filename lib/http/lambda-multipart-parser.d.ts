declare module 'lambda-multipart-parser' {
  interface ParsedFile {
    filename: string;
    content: Buffer;
    contentType: string;
    encoding: string;
    fieldname: string;
  }

  type ParsedForm = { files: ParsedFile[] } & Record<string, unknown>;

  /** `body` is written to busboy as it is, so a Buffer passes without a copy. */
  export function parse(event: { headers: Record<string, string>; body: Buffer }): Promise<ParsedForm>;
}
