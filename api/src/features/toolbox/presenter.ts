import type { ModuleListItem, ModuleReview, Purchase } from '@solvent/contracts';
import { moduleFigures, modules, users } from '../../schema/index.ts';
import type { ModulePurchaseRow, ModuleReviewRow } from '../../schema/index.ts';

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

export const PERSON_COLUMNS = { _id: users.id, name: users.name, image: users.image };
export const MODULE_CARD_COLUMNS = { ...OWN_COLUMNS, author: PERSON_COLUMNS };
/** A card without its author: users are joined only for the rows of the page. */
export const MODULE_CARD_OWN_COLUMNS = { ...OWN_COLUMNS, authorId: modules.authorId };

export type ModuleCard = Omit<ModuleListItem, 'releasedAt' | 'updatedAt'> & Record<'releasedAt' | 'updatedAt', Date>;

export const presentModuleCard = (card: ModuleCard): ModuleListItem => ({
  ...card,
  rating: Math.round(card.rating * 10) / 10,
  releasedAt: card.releasedAt.toISOString(),
  updatedAt: card.updatedAt.toISOString(),
});

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

export const presentPurchase = ({ id, createdAt, ...row }: ModulePurchaseRow): Purchase => ({
  ...row,
  _id: id,
  receipt: receiptNumber({ id, createdAt }),
  createdAt: createdAt.toISOString(),
});

export function presentModuleReview(found: { review: ModuleReviewRow; author: ModuleReview['author'] }): ModuleReview {
  const { answer, answeredAt, createdAt, updatedAt, ...fields } = found.review;
  return {
    ...fields,
    author: found.author,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    answer: answer === null || answeredAt === null ? null : { text: answer, at: answeredAt.toISOString() },
  };
}
