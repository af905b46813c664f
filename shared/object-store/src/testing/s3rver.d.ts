/** The used part of s3rver, which has no types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  interface S3Object {
    bucket: string;
    key: string;
    content: AsyncIterable<Buffer>;
    metadata: unknown;
  }

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
    store: {
      putObject: (object: S3Object) => Promise<{ size: number; md5: string }>;
      putMetadata: (bucket: string, key: string, metadata: unknown, md5: string) => Promise<void>;
      deleteObject: (bucket: string, key: string) => Promise<void>;
      listObjects: (bucket: string, options: { maxKeys?: number }) => Promise<unknown>;
      copyObject: (bucket: string, key: string, toBucket: string, toKey: string, metadata: unknown) => Promise<unknown>;
    };
  }
}
