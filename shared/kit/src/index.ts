/**
 * Common building blocks of pages on top of the facades. Stateless and bundled into each build, so that changes need no release
 * of the shell.
 */
export { distinct, pagedQuery, pick } from './answers.ts';
export { copyText, saveAsFile, sharePage, useObjectUrl } from './browser-files.ts';
export { formatCount, formatExactMoney, formatMoney, formatReplyTime, toCents } from './format.ts';
export { formatFileSize } from './format-file-size.ts';
export { InfiniteList, ListEnd, useNearEnd } from './infinite-list.tsx';
export { DropField } from './drop-field.tsx';
export { LoadError, renderInlineLoadError, getRetryAdvice } from './load-error.tsx';
export { hasProfile } from './has-profile.ts';
export { PersonLink, Stars, UnreadBadge } from './people.tsx';
export { PersonalArea, ReaderProvider, useReaderState } from './personal-area.tsx';
export { hasSameContent, persistedDraft, useAutosave, usePersistedDraft } from './persisted-draft.ts';
export type { DraftOptions } from './persisted-draft.ts';
export { ProblemStatusBadge, getProblemStatusLabel } from './problem-status-badge.tsx';
export { ProgressBar } from './progress-bar.tsx';
export { SearchField, useSearchDraft } from './search-field.tsx';
export { SettingSwitch, SingleKeysSwitch } from './setting-switch.tsx';
export { hasSingleKeys } from './single-keys.ts';
export { SkeletonRegion } from './skeleton-region.tsx';
export { SortSelect } from './sort-select.tsx';
export { TakenDownNotice } from './taken-down-notice.tsx';
export { Day, RelativeTime, relativeTime, useLocalTimeTitle } from './times.tsx';
export { ChipGroup, SwitchTrack, ToggleChip } from './toggles.tsx';
