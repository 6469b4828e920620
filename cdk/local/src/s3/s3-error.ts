import { element, xmlDocument } from './xml.ts';

/** An error in S3's terms. Anything else that is thrown becomes `InternalError`. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  /** See https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
  readonly code: string;
  /** Further elements of the error document, such as `MaxSizeAllowed`. */
  readonly details: Record<string, string | number>;

  constructor(status: number, code: string, message: string, details: Record<string, string | number> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  toXml(requestId: string): string {
    return xmlDocument(
      element(
        'Error',
        element('Code', this.code),
        element('Message', this.message),
        ...Object.entries(this.details).map(([name, value]) => element(name, value)),
        element('RequestId', requestId),
      ),
    );
  }
}

export const invalidArgument = (message: string) => new S3Error(400, 'InvalidArgument', message);

export const notImplemented = (what: string) =>
  new S3Error(501, 'NotImplemented', `The local S3 does not implement ${what}.`);

export const noSuchKey = (key: string) =>
  new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });

export const noSuchUpload = (uploadId: string) =>
  new S3Error(
    404,
    'NoSuchUpload',
    'The specified multipart upload does not exist. The upload ID might be invalid, or the multipart upload might have been aborted or completed.',
    { UploadId: uploadId },
  );

export const preconditionFailed = (condition: string) =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });
