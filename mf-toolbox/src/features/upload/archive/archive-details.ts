import { MODULE, MODULE_LICENSES, MODULE_TECHNOLOGIES } from '@solvent/contracts';
import type { ModuleLicense } from '@solvent/contracts';
import { moduleFieldsRules } from '@solvent/contracts/rules';
import { BlobReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { Entry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { UploadValues } from '../upload-values.ts';

const FILE_MAX_BYTES = 256 * 1024;

/** Larger than that of the largest archive that the server accepts. */
const DIRECTORY_MAX_BYTES = 2 * 1024 * 1024;

/** Enough to recognize a license. */
const LICENSE_MAX_LENGTH = 10_000;

/** Of the top folder, or of the only folder in it. */
const FILES = {
  manifest: /^([^/]+\/)?package\.json$/,
  readme: /^([^/]+\/)?readme(\.md|\.markdown|\.txt)?$/i,
  license: /^([^/]+\/)?licen[cs]e(\.md|\.txt)?$/i,
};

class LimitedReader extends BlobReader {
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > DIRECTORY_MAX_BYTES) throw new Error('The archive has too many files.');
    return super.readUint8Array(offset, length);
  }
}

/** UTF-8, or UTF-16 with its byte order mark. Throws for other encodings. */
function decodeText(buffer: ArrayBuffer): string {
  const [first, second] = new Uint8Array(buffer);
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(buffer);
}

/** Reads the matching file nearest to the top; undefined if none can be read. */
async function readFirst(entries: readonly Entry[], name: RegExp): Promise<string | undefined> {
  const matching = entries.filter(({ filename }) => name.test(filename));
  const [entry] = matching.toSorted((one, other) => one.filename.length - other.filename.length);
  // zip.js stops beyond the size that the archive states.
  if (!entry || entry.directory || entry.uncompressedSize > FILE_MAX_BYTES) return undefined;
  return entry
    .arrayBuffer()
    .then(decodeText)
    .catch(() => undefined);
}

type Manifest = Record<string, unknown>;

const toRecord = (value: unknown): Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Manifest) : {};

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function parseManifest(text = '{}'): Manifest {
  try {
    return toRecord(JSON.parse(text));
  } catch {
    return {};
  }
}

/** "@ada/chart-kit" is "Chart Kit". */
const toTitle = ({ name }: Manifest): string =>
  toText(name)
    .replace(/^@[^/]*\//, '')
    .split(/[-_.\s]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

/** Packages named unlike their technology. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@angular/core': 'Angular',
  'aws-sdk': 'AWS',
  'firebase-admin': 'Firebase',
  ioredis: 'Redis',
  mongoose: 'MongoDB',
  mysql2: 'MySQL',
  next: 'Next.js',
  node: 'Node.js',
  pg: 'PostgreSQL',
  postgres: 'PostgreSQL',
  'react-dom': 'React',
  vue: 'Vue.js',
};

const TECHNOLOGIES = new Map<string, string>([
  ...MODULE_TECHNOLOGIES.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(PACKAGES),
]);

function listTechnologies({ keywords, ...manifest }: Manifest): string[] {
  const fields = ['dependencies', 'peerDependencies', 'devDependencies', 'engines'];
  const packages = fields.flatMap((field) => Object.keys(toRecord(manifest[field])));
  const names = [...packages, ...(Array.isArray(keywords) ? keywords : [])];
  const found = names.flatMap((name) => TECHNOLOGIES.get(toText(name).toLowerCase()) ?? []);
  return [...new Set(found)].slice(0, MODULE.techStackMax);
}

const LICENSE_TEXTS: readonly [ModuleLicense, RegExp][] = [
  ['Apache-2.0', /Apache License\s+Version 2\.0/i],
  ['GPL-3.0', /GNU GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['BSD-3-Clause', /Redistribution and use in source and binary forms[^]*Neither the name/i],
  ['ISC', /Permission to use, copy, modify, and\/or distribute this software/i],
  ['MIT', /Permission is hereby granted, free of charge/i],
];

const findLicense = ({ license }: Manifest, text = ''): ModuleLicense | undefined =>
  MODULE_LICENSES.find((name) => name === toText(license).replace(/-(only|or-later)$/, '')) ??
  LICENSE_TEXTS.find(([, pattern]) => pattern.test(text.slice(0, LICENSE_MAX_LENGTH)))?.[0];

/** "git+https://host/a/b.git", "git@host:a/b.git" and "github:a/b" are web addresses. */
function toRepositoryUrl({ repository }: Manifest): string {
  const typed = toText(repository) || toText(toRecord(repository)['url']);
  return typed
    .replace(/^(github:)?([\w.-]+\/[\w.-]+)$/, 'https://github.com/$2')
    .replace(/^(git\+ssh|ssh|git):\/\/(git@)?|^git@([^:/]+):/, (_match, scheme, _user, host) =>
      scheme ? 'https://' : `https://${host}/`,
    )
    .replace(/^git\+/, '')
    .replace(/\.git$/, '');
}

const DETAILS = ['title', 'description', 'techStack', 'license', 'documentation', 'repositoryUrl'] as const;
export type DetailName = (typeof DETAILS)[number];
export type ArchiveDetails = Partial<Pick<UploadValues, DetailName>>;

const isOffered = (name: DetailName, value: unknown): boolean =>
  value !== undefined && value !== '' && moduleFieldsRules.pick([name]).isValidSync({ [name]: value });

/** Reads what package.json, README and LICENSE state about a module; only values that the form accepts. Rejects for a broken archive. */
export async function readArchiveDetails(file: Blob): Promise<ArchiveDetails> {
  const entries = await new ZipReader(new LimitedReader(file), { useWebWorkers: false }).getEntries();
  const files = [FILES.manifest, FILES.readme, FILES.license].map((name) => readFirst(entries, name));
  const [manifestText, documentation, licenseText] = await Promise.all(files);
  const manifest = parseManifest(manifestText);
  const found = {
    title: toTitle(manifest),
    description: toText(manifest['description']),
    techStack: listTechnologies(manifest),
    license: findLicense(manifest, licenseText),
    documentation: documentation?.trim(),
    repositoryUrl: toRepositoryUrl(manifest),
  };
  return Object.fromEntries(Object.entries(found).filter(([name, value]) => isOffered(name as DetailName, value)));
}
