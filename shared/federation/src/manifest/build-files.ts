import * as yup from 'yup';

const isFilesByChunk = (value: unknown): value is Record<string, string[]> =>
  typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray);

const isTextsByName = (value: unknown): value is Record<string, string[]> =>
  isFilesByChunk(value) && Object.values(value).every((texts) => texts.every((text) => typeof text === 'string'));

const isTextByName = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

/** `bytes` is the size of its sources; `evaluates` is true if it runs code from text, like `eval`. */
export interface BuiltLibrary {
  name: string;
  bytes: number;
  evaluates?: boolean;
}

const isLibrariesByScript = (value: unknown): value is Record<string, BuiltLibrary[]> =>
  isFilesByChunk(value) &&
  Object.values(value as Record<string, unknown[]>).every((libraries) =>
    libraries.every((library) => typeof library === 'object' && library !== null && 'name' in library && 'bytes' in library),
  );

/** Files of a build (`dist/build-files.json`), for preload hints. `storeLayout.file` maps them to keys of the store. */
export const buildFilesSchema = yup.object({
  /** A remote's `remoteEntry.<hash>.js`; the shell's `main.<hash>.js`. */
  entry: yup.string().required(),
  /** Renders public pages; absent if there are none, and in older releases. */
  server: yup.string().optional(),
  styles: yup.array(yup.string().required()).default([]),
  /** Scripts that every route loads. */
  always: yup.array(yup.string().required()).default([]),
  /** Additional scripts of each page, by the `page` of its paths. */
  chunks: yup.mixed(isFilesByChunk).required(),
  fonts: yup.array(yup.string().required()).default([]),
  /** The names of the singletons that each page of a remote uses. */
  takes: yup.mixed(isTextsByName).defined().default({}),
  /** The shell's scripts that load on demand, by the name of the singleton that they provide. */
  provides: yup.mixed(isTextsByName).defined().default({}),
  /** Singletons by name: the version that the shell provides, the range that a remote needs. */
  shared: yup.mixed(isTextByName).defined().default({}),
  /** Names of own singletons that the shell exports or a remote uses. Absent in older releases. */
  names: yup.mixed(isTextsByName).optional(),
  /** The largest first; absent in older releases. */
  libraries: yup.mixed(isLibrariesByScript).optional(),
});

export type BuildFiles = yup.InferType<typeof buildFilesSchema>;
