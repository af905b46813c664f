/** Objects in a folder or an S3-compatible bucket, for servers (docs/decisions/0037). */
export { openBucket } from './bucket.ts';
export { bucketAddress } from './bucket-address.ts';
export type { BucketAddress } from './bucket-address.ts';
export { bucketCalls, isBucketFailure } from './bucket-calls.ts';
export type { BucketCall } from './bucket-calls.ts';
export { bucketProblem } from './bucket-problem.ts';
export type { Problem } from './bucket-problem.ts';
export { openFolder } from './folder.ts';
export { isKey, ObjectStoreError } from './object-store.ts';
export type { ByteRange, ListedObject, ObjectHeaders, ObjectStore } from './object-store.ts';
