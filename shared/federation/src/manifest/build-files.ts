import * as yup from 'yup';

const isFilesByChunk = (value: unknown): value is Record<string, string[]> =>
  typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray);

const isTextsByName = (value: unknown): value is Record<string, string[]> =>
  isFilesByChunk(value) && Object.values(value).every((texts) => texts.every((text) => typeof text === 'string'));

const isTextByName = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

/** A library in a script: the size of its sources in bytes, and whether it evaluates code from text, as `eval` does. */
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

/**
 * `build-files.json`, written into `dist/` by the rspack preset: which files a build made, for the
 * page's preload hints. `storeLayout.file` maps the names to keys of the store.
 */
export const buildFilesSchema = yup.object({
  /** A remote's `remoteEntry.<hash>.js`; the shell's `main.<hash>.js`. */
  entry: yup.string().required(),
  /** The script that renders public pages on a server; absent if there is none, and in older releases. */
  server: yup.string().optional(),
  /** Stylesheets that the first paint needs. */
  styles: yup.array(yup.string().required()).default([]),
  /** Scripts needed whatever the route: a remote's exposed module, the shell's bootstrap and shared libraries. */
  always: yup.array(yup.string().required()).default([]),
  /** Additional scripts of each page, by the `page` of its paths. */
  chunks: yup.mixed(isFilesByChunk).required(),
  /** Fonts that the first paint needs. */
  fonts: yup.array(yup.string().required()).default([]),
  /** A remote's singletons by page. */
  takes: yup.mixed(isTextsByName).defined().default({}),
  /** The shell's late scripts by singleton. */
  provides: yup.mixed(isTextsByName).defined().default({}),
  /** Singletons by name: the version that the shell provides, the range that a remote needs. */
  shared: yup.mixed(isTextByName).defined().default({}),
  /**
   * Names of the workspace's own singletons, such as `{ '@solvent/ui': ['Button'] }`: exports of the shell, uses of a remote.
   * Absent in older releases.
   */
  names: yup.mixed(isTextsByName).optional(),
  /** Installed libraries in each script, the largest first. Absent if there are none, and in older releases. */
  libraries: yup.mixed(isLibrariesByScript).optional(),
});

export type BuildFiles = yup.InferType<typeof buildFilesSchema>;
