/** One part of a form: a text field, or a file. */
export type FormEntry = readonly [name: string, value: string | Blob];

/** File name for a `Blob`. */
const unnamed = 'input';

/** The name of `file`, if it is a `File`. */
export const fileNameOf = (file: Blob): string => (file as Partial<File>).name ?? unnamed;

/** The type of `file`, or a default: the service detects types by content. */
export const contentTypeOf = (file: Blob): string => file.type || 'application/octet-stream';

/**
 * `multipart/form-data` (RFC 7578) as a `Blob` with its type. Unlike `FormData`, its length is known in advance.
 * Files on disk are read as they are sent.
 */
export function multipart(entries: readonly FormEntry[]): Blob {
  const boundary = `----${randomId()}`;
  const parts = entries.flatMap(([name, value]): (string | Blob)[] => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
    if (typeof value === 'string') return [`${head}\r\n\r\n`, value, '\r\n'];
    const fileName = escaped(fileNameOf(value));
    return [
      `${head}; filename="${fileName}"\r\nContent-Type: ${contentTypeOf(value)}\r\n\r\n`,
      value,
      '\r\n',
    ];
  });
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** Encodes names as browsers do: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const escaped = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** 128 random bits in hex; `crypto.randomUUID` is missing on pages without https. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
