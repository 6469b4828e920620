/** What signs forms of uploads. Only one function creates uploads; it imports this as others do `sdk.ts`. */
export { createPresignedPost } from '@aws-sdk/s3-presigned-post';
