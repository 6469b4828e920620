/**
 * What accesses S3: a quarter of the time in which a function of the PDF engine loads. The store imports it when it is
 * first used. Functions that always need it import it statically: Lambda has more processor time for a start than for
 * a request.
 */
export {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
export { getSignedUrl } from '@aws-sdk/s3-request-presigner';
