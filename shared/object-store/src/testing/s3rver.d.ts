/** The part of s3rver that tests use; it comes without types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

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
      deleteObject: (bucket: string, key: string) => Promise<void>;
      listObjects: (bucket: string, options: { maxKeys?: number }) => Promise<unknown>;
      copyObject: (bucket: string, key: string, toBucket: string, toKey: string, metadata: unknown) => Promise<unknown>;
    };
  }
}
