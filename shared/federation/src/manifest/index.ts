/** Data shared by shell, delivery and API; imports neither React nor Node. */
export { buildFilesSchema } from './build-files.ts';
export type { BuildFiles, BuiltLibrary } from './build-files.ts';
export { channelSchema, currentSchema, revisionSchema } from './channel.ts';
export type { Candidate, ChannelDocument, OverrideRules, RemoteBuild, RemotePin, Revision } from './channel.ts';
export { SHELL_ICONS } from './icon-nodes.ts';
export type { IconNode } from './icon-nodes.ts';
export { CHANNEL_ELEMENT_ID, EARLY_ACTIONS, FAILURE_ELEMENT_ID, RESTORE_MARKUP } from './page-elements.ts';
export { escapeHtml, inlineJson } from './page-text.ts';
export { findPattern, matchesPattern, patternsCollide, patternsOverlap } from './path-pattern.ts';
export { releaseSchema } from './release.ts';
export type { Release, ReleaseFile } from './release.ts';
export { BUDGETS, remoteJsonSchema } from './remote-json.ts';
export type { MenuEntry, MenuName, RemoteJson, RemotePath } from './remote-json.ts';
export { iconsToPublish, remoteJsonProblems } from './remote-json-problems.ts';
export { shellJsonSchema } from './shell-json.ts';
export type { ShellJson } from './shell-json.ts';
export {
  DEVELOPMENT_CHANNEL,
  LOCAL_CHANNEL,
  isCompressible,
  isNamedByContent,
  NOT_FOUND_PAGE,
  PAGE_PLACEHOLDERS,
  pageFile,
  storeLayout,
} from './store-layout.ts';
