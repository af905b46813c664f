import type { moduleFigures, modules } from '../../../../api/src/schema/index.ts';
import type { DemoModule, DemoModuleReview } from '../data.ts';
import { createIdAt } from './clock.ts';
import type { Clock } from './clock.ts';
import { buildModuleFiles } from './module-files.ts';
import type { ModuleFiles } from './module-files.ts';
import { buildModuleActivity } from './module-reviews.ts';
import type { ModuleActivity } from './module-reviews.ts';

export interface ModuleRows extends Pick<ModuleFiles, 'files' | 'versions' | 'media'>, ModuleActivity {
  row: typeof modules.$inferInsert & { id: string };
  /** Downloads, and number and sum of the ratings. */
  figures: Omit<typeof moduleFigures.$inferInsert, 'moduleId'>;
}

/** Builds the rows of a module. The author owns its files; its rating is the result of its reviews. */
export async function buildModuleRows(
  source: DemoModule,
  reviews: DemoModuleReview[],
  getId: (person: string) => string,
  clock: Clock,
): Promise<ModuleRows> {
  const { slug, title, description, tags, priceCents, downloads, version, released, updated } = source;
  const id = createIdAt(clock.ago(released));
  const authorId = getId(source.author);
  const { files, versions, media, ...texts } = await buildModuleFiles(source, { moduleId: id, authorId }, clock);
  const activity = await buildModuleActivity(source, id, reviews, getId, clock);
  const row: ModuleRows['row'] = {
    id,
    slug,
    authorId,
    title,
    description,
    tags,
    priceCents,
    ...texts,
    // The top-level domain is reserved for examples, so that no link leads to a real page.
    repositoryUrl: `https://git.example/${source.author}/${slug}`,
    version,
    status: 'published',
    releasedAt: clock.ago(released),
    updatedAt: clock.ago(updated),
  };
  const figures = {
    ratingTotal: activity.reviews.reduce((sum, { rating }) => sum + rating, 0),
    ratingCount: activity.reviews.length,
    downloads,
  };
  return { row, figures, files, versions, media, ...activity };
}
