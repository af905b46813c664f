import type { moduleFigures, modules } from '../../platform/db/schema/modules.ts';
import type { DemoModule } from '../data/shape.ts';
import { idAt } from './clock.ts';
import type { Clock } from './clock.ts';
import { readPicture } from './pictures.ts';
import type { DemoPicture } from './pictures.ts';

/** A module ready to be stored. */
export interface StoredModule {
  row: typeof modules.$inferInsert & { id: string };
  /** What others did with it. */
  figures: Omit<typeof moduleFigures.$inferInsert, 'moduleId'>;
  picture: DemoPicture;
}

/** Makes a module's row. The preview belongs to its author. */
export async function moduleOf(source: DemoModule, authorId: string, clock: Clock): Promise<StoredModule> {
  const { slug, title, description, tags, priceCents, stars, downloads, version, released, updated } = source;
  const picture = await readPicture(`modules/${slug}`, released, clock);
  const releasedAt = clock.ago(released);
  const row: StoredModule['row'] = {
    id: idAt(releasedAt),
    slug,
    authorId,
    title,
    description,
    tags,
    priceCents,
    previewImage: picture.url,
    version,
    status: 'published',
    releasedAt,
    updatedAt: clock.ago(updated),
  };
  const figures = {
    ratingTotal: stars.reduce((sum, count, index) => sum + count * (index + 1), 0),
    ratingCount: stars.reduce((sum, count) => sum + count, 0),
    downloads,
  };
  return { row, figures, picture: { ...picture, row: { ...picture.row, ownerId: authorId } } };
}
