/**
 * Common building blocks of pages on top of the facades. Stateless and bundled into each build, so that changes need no release
 * of the shell.
 */
export { updateCachedData } from './queries/cached-data.ts';
export { useInvalidateOnEvents } from './queries/invalidate-on-events.ts';
export type { QueryKeysByEvent } from './queries/invalidate-on-events.ts';
export { runOptimisticMutation, useOptimisticMutation } from './queries/optimistic-mutation.ts';
export { distinct, pagedQuery, pick } from './lists/answers.ts';
export { copyText, saveAsFile, sharePage, useObjectUrl } from './sharing/browser-files.ts';
export { formatCount, formatExactMoney, formatMoney, formatReplyTime, toCents } from './formats/format.ts';
export { formatFileSize } from './formats/format-file-size.ts';
export { InfiniteList, ListEnd, useNearEnd } from './lists/infinite-list.tsx';
export { DropField } from './uploads/drop-field.tsx';
export { LoadError, renderInlineLoadError, getRetryAdvice } from './states/load-error.tsx';
export { hasProfile } from './people/has-profile.ts';
export { PersonLink, Stars, UnreadBadge } from './people/people.tsx';
export { PersonalArea, ReaderProvider, useReaderState } from './people/personal-area.tsx';
export { hasSameContent, persistedDraft, useAutosave, usePersistedDraft } from './drafts/persisted-draft.ts';
export type { DraftOptions } from './drafts/persisted-draft.ts';
export { ProblemStatusBadge, getProblemStatusLabel } from './problems/problem-status-badge.tsx';
export { ProgressBar } from './uploads/progress-bar.tsx';
export { SearchField, useSearchDraft } from './lists/search-field.tsx';
export { SettingSwitch, SingleKeysSwitch } from './settings/setting-switch.tsx';
export { hasSingleKeys } from './settings/single-keys.ts';
export { SkeletonRegion } from './states/skeleton-region.tsx';
export { SortSelect } from './lists/sort-select.tsx';
export { TakenDownNotice } from './problems/taken-down-notice.tsx';
export { Day, RelativeTime, relativeTime, useLocalTimeTitle } from './formats/times.tsx';
export { ChipGroup, SwitchTrack, ToggleChip } from './settings/toggles.tsx';
