import type { PageQuery } from '@solvent/contracts';
import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { hasAnyTag } from '../../platform/db/tag-filter.ts';
import { moduleFigures, modules, users } from '../../schema/index.ts';
import { MODULE_CARD_OWN_COLUMNS, PERSON_COLUMNS } from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import type { VisibleModule } from './visibility.ts';

/** Compares the most downloaded modules that share a tag, five per module shown: thousands share a common tag. */
const MAX_CANDIDATES = 20;

const related = memoizeStatement((db, _name, tagCount: number) => {
  // Summing comparisons is ten times faster than intersecting arrays.
  const matches = Array.from(
    { length: tagCount },
    (_, index) => sql`(${sql.placeholder(`tag${index}`)} = ANY(${modules.tagKeys}))::int`,
  );
  // Selects all columns at once: each further join costs more planning than execution.
  const compared = db.$with('compared').as(
    db
      .select({ ...MODULE_CARD_OWN_COLUMNS, shared: sql.join([sql`0`, ...matches], sql` + `).as('shared') })
      .from(modules)
      .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
      .where(
        and(
          eq(modules.status, 'published'),
          ne(modules.id, sql.placeholder('id')),
          hasAnyTag(modules.tagKeys, sql.placeholder('tagKeys')),
        ),
      )
      .orderBy(desc(moduleFigures.downloads), desc(moduleFigures.moduleId))
      .limit(MAX_CANDIDATES),
  );
  const page = db
    .select()
    .from(compared)
    .orderBy(desc(compared.shared), desc(compared.downloads), desc(compared.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page');
  const cards = nestedRows({ ...page._.selectedFields, author: PERSON_COLUMNS }, (column) =>
    db
      .select(column)
      .from(page)
      .innerJoin(users, eq(users.id, page.authorId))
      .orderBy(desc(page.shared), desc(page.downloads), desc(page.id)),
  );
  const counted = db
    .select({ total: count().as('total') })
    .from(compared)
    .as('counted');
  return db.with(compared).select({ total: counted.total, cards }).from(counted).prepare('');
});

/** Lists the modules with the most shared tags first, then the most downloads. */
export async function listRelated(
  db: Executor,
  { id, tagKeys }: Pick<VisibleModule, 'id' | 'tagKeys'>,
  { page, limit }: PageQuery,
): Promise<{ cards: ModuleCard[]; total: number }> {
  const tags = [...new Set(tagKeys)];
  const tagValues = Object.fromEntries(tags.map((key, index) => [`tag${index}`, key]));
  const values = { ...tagValues, tagKeys: tags, id, limit, offset: (page - 1) * limit };
  const [row] = await related(db, String(tags.length), tags.length).execute(values);
  return row ?? { total: 0, cards: [] };
}
