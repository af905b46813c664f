import type { Remotes } from '../remotes/remotes-context.ts';
import { folderOf } from '../remotes/part-folder.ts';

/**
 * Writes errors that nobody caught into the page's journal, under the remote whose file they came from. Errors of the
 * shell, of extensions and of the network are nobody's here.
 *
 * @returns a function that stops it
 */
export function watchScriptErrors({ channel, loader, journal }: Remotes): () => void {
  function note(error: unknown): void {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const versions = channel.remotes.map(({ name }) => loader.versionOf(name));
    const owner = versions.find((version) => version && stack.includes(folderOf(version.build)));
    if (owner) journal.addError(owner, 'script', error);
  }
  const onError = ({ error }: ErrorEvent) => note(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => note(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
