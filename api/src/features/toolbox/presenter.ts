import { MODULE_LICENSES, MODULE_STATUSES, PURCHASE_LICENSES, REVIEW_STAGES } from '@solvent/contracts';
import type { Module, ModuleResponse, ModuleListItem, ModuleReview, Purchase, VersionReview } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import type { JsonSchema } from '@solvent/contracts/schemas';
import { moduleFigures, modules, users } from '../../schema/index.ts';
import type { ModuleFiguresRow, ModulePurchaseRow, ModuleReviewRow, ModuleRow, UserRow } from '../../schema/index.ts';
import { personSchema, presentPerson } from '../accounts/index.ts';
import { fileFields } from '../files/index.ts';
import { takenDownField } from '../moderation/index.ts';
import { responseSchema } from '../../platform/http/response-schema.ts';

// Excludes the documentation, the largest column.
const OWN_COLUMNS = {
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
};

export const MODULE_CARD_AUTHOR = { id: users.id, name: users.name, image: users.image };
export const MODULE_CARD_COLUMNS = { ...OWN_COLUMNS, author: MODULE_CARD_AUTHOR };
/** A card without its author: users are joined only for the rows of the page. */
export const MODULE_CARD_OWN_COLUMNS = { ...OWN_COLUMNS, authorId: modules.authorId };

export type ModuleCard = Pick<
  ModuleRow,
  'id' | 'slug' | 'title' | 'description' | 'tags' | 'priceCents' | 'previewImage' | 'version' | 'releasedAt' | 'updatedAt'
> &
  Pick<ModuleFiguresRow, 'downloads' | 'rating' | 'ratingCount'> & { author: Pick<UserRow, 'id' | 'name' | 'image'> };

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

export const versionFields = {
  version: json.text,
  notes: json.text,
  sizeBytes: json.integer,
  sha256: json.text,
  releasedAt: json.time,
};

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

export const reviewSchema: JsonSchema<VersionReview> = json.object({
  version: json.text,
  stage: json.oneOf(REVIEW_STAGES),
  reason: json.textOrNull,
  findings: json.list(json.object({ path: json.text, line: json.integerOrNull, text: json.text })),
});

const stars: JsonSchema<Module['stars']> = { type: 'array', items: json.integer, minItems: 5, maxItems: 5 };

export const moduleResponse = responseSchema<ModuleResponse>(
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

// No characters that look similar.
const RECEIPT_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RECEIPT_LENGTH = 10;

/** Formats a receipt number such as `R-20261121-7K3M9Q2WXA`, from the date and the random bits of the id. */
export function receiptNumber({ id, createdAt }: Pick<ModulePurchaseRow, 'id' | 'createdAt'>): string {
  const base = BigInt(RECEIPT_ALPHABET.length);
  let remaining = BigInt(`0x${id.replaceAll('-', '').slice(-14)}`);
  let code = '';
  while (code.length < RECEIPT_LENGTH) {
    code = `${RECEIPT_ALPHABET[Number(remaining % base)]}${code}`;
    remaining /= base;
  }
  return `R-${createdAt.toISOString().slice(0, 10).replaceAll('-', '')}-${code}`;
}

export function presentPurchase(row: ModulePurchaseRow): Purchase {
  const { id, moduleId, license, version, priceCents, testMode, createdAt } = row;
  const receipt = receiptNumber(row);
  return { _id: id, moduleId, receipt, license, version, priceCents, testMode, createdAt: createdAt.toISOString() };
}

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

export function presentModuleReview({
  review,
  author,
}: {
  review: ModuleReviewRow;
  author: ModuleReview['author'];
}): ModuleReview {
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
