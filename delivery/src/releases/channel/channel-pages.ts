import { createHash } from 'node:crypto';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { publishedPart } from '../page/page-part.ts';
import { renderPages } from '../page/render-pages.ts';
import type { PlannedReleases } from './planned-releases.ts';

/** The pages of a document. They hint the files of live versions, which most browsers run. */
export const pagesOf = (document: ChannelDocument, { shell, remotes }: PlannedReleases): Map<string, string> =>
  renderPages(
    document,
    publishedPart(shell.live),
    remotes.map(({ live }) => publishedPart(live)),
  );

/** What tells pages that were made in another way. */
export const hashOf = (pages: Map<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([...pages]))
    .digest('hex');
