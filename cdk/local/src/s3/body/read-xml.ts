import { S3Error } from '../s3-error.ts';
import type { S3Request } from '../request.ts';
import { VerifiedBody } from './verified-body.ts';

/** Room for 1,000 keys of 1,024 bytes, or 10,000 parts. */
const maxDocumentBytes = 8 * 1024 * 1024;

/** @throws S3Error `MalformedXML` if the body cannot be such a document, or declares entities. */
export async function readXml(request: S3Request, root: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const data of new VerifiedBody(request, { largest: maxDocumentBytes })) chunks.push(data);
  const xml = Buffer.concat(chunks).toString();
  const start = xml.replace(/^\uFEFF?\s*(<\?xml[^>]*\?>)?\s*/, '');
  if (
    !new RegExp(`^<${root}[\\s>]`).test(start) ||
    !xml.trimEnd().endsWith(`</${root}>`) ||
    xml.includes('<!')
  ) {
    throw malformedXml();
  }
  return xml;
}

export function malformedXml(): S3Error {
  return new S3Error(
    400,
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
}
