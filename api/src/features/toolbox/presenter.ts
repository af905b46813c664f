import { MODULE_LICENSES, MODULE_STATUSES, PURCHASE_LICENSES, REVIEW_STAGES } from '@solvent/contracts';
import type { Module, ModuleResponse, ModuleListItem, ModuleReview, Purchase, VersionReview } from '@solvent/contracts';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { personSchema, presentPerson } from '../accounts/service.ts';
import { fileFields } from '../files/service.ts';
import { takenDownField } from '../moderation/service.ts';
import { moduleFigures, modules } from './schema.ts';
import type { ModuleFiguresRow, ModulePurchaseRow, ModuleReviewRow, ModuleRow } from './schema.ts';
import { responseSchema, json } from '../../platform/http/response-schema.ts';
import type { JsonSchema } from '../../platform/http/response-schema.ts';

/** What a card shows, of `modules` with its `moduleFigures` and its author from `users`: never the documentation, which is most of a module. */
export const MODULE_CARD_COLUMNS = {
  id: modules.id,
  slug: modules.slug,
  title: modules.title,
  description: modules.description,
  tags: modules.tags,
  priceCents: modules.priceCents,
  previewImage: modules.previewImage,
  version: modules.version,
  releasedAt: modules.releasedAt,
  updatedAt: modules.updatedAt,
  downloads: moduleFigures.downloads,
  rating: moduleFigures.rating,
  ratingCount: moduleFigures.ratingCount,
  author: { id: users.id, name: users.name, image: users.image },
};

const { author: ofUsers, ...ofModules } = MODULE_CARD_COLUMNS;

/** Of a card, what `modules` and `moduleFigures` have: people are joined to those alone that are shown. */
export const MODULE_CARD_OWN_COLUMNS = { ...ofModules, authorId: modules.authorId };
/** The rest of a card. */
export const MODULE_CARD_AUTHOR = ofUsers;

/** A module as {@link MODULE_CARD_COLUMNS} select it. */
export type ModuleCard = Pick<
  ModuleRow,
  'id' | 'slug' | 'title' | 'description' | 'tags' | 'priceCents' | 'previewImage' | 'version' | 'releasedAt' | 'updatedAt'
> &
  Pick<ModuleFiguresRow, 'downloads' | 'rating' | 'ratingCount'> & { author: Pick<UserRow, 'id' | 'name' | 'image'> };

/** A module in a list; its stars to one decimal, as the catalogue shows them. */
export function presentModuleCard(card: ModuleCard): ModuleListItem {
  const { id, slug, title, description, tags, priceCents, ratingCount, downloads, previewImage, version, author } = card;
  return {
    id,
    slug,
    title,
    description,
    tags,
    priceCents,
    author: presentPerson(author),
    rating: Math.round(card.rating * 10) / 10,
    ratingCount,
    downloads,
    previewImage,
    version,
    releasedAt: card.releasedAt.toISOString(),
    updatedAt: card.updatedAt.toISOString(),
  };
}

/** The properties of a module in a list. */
export const moduleCardFields = {
  id: json.id,
  slug: json.text,
  title: json.text,
  description: json.text,
  tags: json.list(json.text),
  priceCents: json.integer,
  author: personSchema,
  rating: json.number,
  ratingCount: json.integer,
  downloads: json.integer,
  previewImage: json.textOrNull,
  version: json.text,
  releasedAt: json.time,
  updatedAt: json.time,
};

/** The properties of a published version. */
export const versionFields = {
  version: json.text,
  notes: json.text,
  sizeBytes: json.integer,
  sha256: json.text,
  releasedAt: json.time,
};
const finding = { path: json.text, line: json.integerOrNull, text: json.text };

/** A review in an answer. */
export const moduleReviewSchema: JsonSchema<ModuleReview> = json.object(
  {
    id: json.id,
    author: personSchema,
    rating: json.integer,
    text: json.text,
    createdAt: json.time,
    updatedAt: json.time,
    answer: json.orNull(json.object({ text: json.text, at: json.time })),
  },
  takenDownField,
);

/** How a version's review stands. */
export const reviewSchema: JsonSchema<VersionReview> = json.object({
  version: json.text,
  stage: json.oneOf(REVIEW_STAGES),
  reason: json.textOrNull,
  findings: json.list(json.object(finding)),
});

const stars: JsonSchema<Module['stars']> = { type: 'array', items: json.integer, minItems: 5, maxItems: 5 };

/** `{ module }` on its own page. */
export const moduleAnswer = responseSchema<ModuleResponse>(
  json.object({
    module: json.object(
      {
        ...moduleCardFields,
        status: json.oneOf(MODULE_STATUSES),
        documentation: json.text,
        license: json.oneOf(MODULE_LICENSES),
        repositoryUrl: json.textOrNull,
        demoUrl: json.textOrNull,
        sandboxUrl: json.textOrNull,
        sizeBytes: json.integer,
        sha256: json.text,
        previewImages: json.list(json.object(fileFields)),
        previewVideos: json.list(json.object(fileFields)),
        versions: json.list(json.object(versionFields)),
        stars,
        owned: json.boolean,
        boughtAs: json.orNull(json.oneOf(PURCHASE_LICENSES)),
        saved: json.boolean,
        myReview: json.orNull(moduleReviewSchema),
        authorEmail: json.textOrNull,
        review: json.orNull(reviewSchema),
      },
      takenDownField,
    ),
  }),
);

/** Letters and digits that nobody takes for one another. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RECEIPT_SIGNS = 10;

/** The number of a purchase's receipt, such as `R-20261121-7K3M9Q2WXA`: its day, and what is random in its id. */
export function receiptNumber({ id, createdAt }: Pick<ModulePurchaseRow, 'id' | 'createdAt'>): string {
  const base = BigInt(SIGNS.length);
  let rest = BigInt(`0x${id.replaceAll('-', '').slice(-14)}`);
  let signs = '';
  for (let place = 0; place < RECEIPT_SIGNS; place += 1) {
    signs = `${SIGNS[Number(rest % base)]}${signs}`;
    rest /= base;
  }
  return `R-${createdAt.toISOString().slice(0, 10).replaceAll('-', '')}-${signs}`;
}

/** A purchase as its buyer sees it. */
export function presentPurchase(row: ModulePurchaseRow): Purchase {
  const { id, moduleId, license, version, priceCents, testMode, createdAt } = row;
  const receipt = receiptNumber(row);
  return { _id: id, moduleId, receipt, license, version, priceCents, testMode, createdAt: createdAt.toISOString() };
}

/** A purchase in an answer. */
export const purchaseSchema: JsonSchema<Purchase> = json.object({
  _id: json.id,
  moduleId: json.id,
  receipt: json.text,
  license: json.oneOf(PURCHASE_LICENSES),
  version: json.text,
  priceCents: json.integer,
  testMode: json.boolean,
  createdAt: json.time,
});

/** What is selected of a review: its row, and who wrote it. */
interface WrittenReview {
  review: ModuleReviewRow;
  author: { _id: string; name: string; image: string | null };
}

/** A review as anybody may read it. */
export function presentModuleReview({ review, author }: WrittenReview): ModuleReview {
  const { id, rating, text, answer, answeredAt, createdAt, updatedAt } = review;
  return {
    id,
    author,
    rating,
    text,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    answer: answer === null || answeredAt === null ? null : { text: answer, at: answeredAt.toISOString() },
  };
}
