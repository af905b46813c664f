/** What a remote may be called. */
export const REMOTE_NAME = /^[a-z][a-z0-9-]*$/;

/** What the version of a release may look like: `1.0.0-1f2e3d4c`. */
export const RELEASE_VERSION = /^\d+\.\d+\.\d+[A-Za-z0-9.+-]*$/;
