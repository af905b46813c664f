import { ArchiveRefusal, quoted } from './archive-refusal.ts';

/** A name as machines compare it that know no capitals, and with each accent written in one way. */
const keyOf = (path: string): string =>
  path
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');

const isFolder = (path: string) => path.endsWith('/');

/** The files and folders of one archive: each must be one of its own wherever it is unpacked. */
export class Names {
  readonly #paths = new Map<string, string>();

  /** @throws ArchiveRefusal where another one has this name, or one that many machines take for the same */
  add(path: string): void {
    const key = keyOf(path);
    if (key === '' && !isFolder(path)) throw new ArchiveRefusal(`${quoted(path)} is no name of a file. Leave it out.`);
    const other = this.#paths.get(key);
    if (other === path) throw new ArchiveRefusal(`The archive holds ${quoted(path)} twice. Keep one of them.`);
    if (other !== undefined)
      throw new ArchiveRefusal(`${quoted(other)} and ${quoted(path)} are the same file on many machines. Rename one of them.`);
    this.#paths.set(key, path);
  }

  /** To be asked when all are there. @throws ArchiveRefusal for a file in which others lie */
  checkFolders(): void {
    for (const [key, path] of this.#paths) {
      for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
        const above = this.#paths.get(key.slice(0, end));
        if (above !== undefined && !isFolder(above))
          throw new ArchiveRefusal(`${quoted(above)} is a file, and ${quoted(path)} lies in it. Rename one of them.`);
      }
    }
  }
}
