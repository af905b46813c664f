export interface BucketAddress {
  endpoint: string;
  bucket: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

const BUCKET = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/;

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Parses `s3://key:secret@host/bucket?region=…` (`s3+http://` without TLS). @returns undefined if invalid */
export function bucketAddress(text: string): BucketAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, username, password, searchParams } = new URL(text);
  const scheme = { 's3:': 'https', 's3+http:': 'http' }[protocol];
  const bucket = BUCKET.exec(pathname)?.[1];
  const [accessKeyId, secretAccessKey] = [decode(username), decode(password)];
  if (scheme === undefined || host === '' || bucket === undefined || !accessKeyId || !secretAccessKey) return undefined;
  const region = searchParams.get('region') ?? 'us-east-1';
  return { endpoint: `${scheme}://${host}`, bucket, region, credentials: { accessKeyId, secretAccessKey } };
}
