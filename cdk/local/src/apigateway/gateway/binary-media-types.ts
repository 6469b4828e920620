/**
 * Whether a media type is one that the API treats as bytes.
 *
 * @param header A `Content-Type` or `Accept` header. Of several types only the first counts; without a type the
 *   gateway assumes JSON.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/lambda-proxy-binary-media.html
 */
export function isBinary(header: string | undefined, binaryMediaTypes: string[]): boolean {
  const type = header?.split(',', 1)[0]?.split(';', 1)[0]?.trim().toLowerCase() || 'application/json';
  return binaryMediaTypes.some(
    (binary) =>
      binary === '*/*' || binary === type || (binary.endsWith('/*') && type.startsWith(binary.slice(0, -1))),
  );
}
