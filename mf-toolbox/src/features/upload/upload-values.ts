import type { ModuleLicense } from '@solvent/contracts';
import { parseNumber, parsePriceCents } from '@solvent/contracts/rules';
import { formatExactMoney, toCents } from '@solvent/kit';

export interface UploadValues {
  title: string;
  description: string;
  techStack: string[];
  price: 'free' | 'paid';
  /** US dollars as typed; used if the price is `paid`. */
  priceAmount: string;
  license: ModuleLicense | '';
  documentation: string;
  /** Lines as typed. */
  keyFeatures: string[];
  repositoryUrl: string;
  zipFile: File | null;
  previewImages: File[];
  previewVideos: File[];
  termsAgreement: boolean;
}

/** Defaults (product 9.9). */
export const EMPTY_UPLOAD: UploadValues = {
  title: '',
  description: '',
  techStack: [],
  price: 'free',
  priceAmount: '',
  license: 'MIT',
  documentation: '',
  keyFeatures: [],
  repositoryUrl: '',
  zipFile: null,
  previewImages: [],
  previewVideos: [],
  termsAgreement: false,
};

/** A paid module with an amount of 0 is free (product 3.12 and 5.12). */
export const isPaidWithoutAmount = ({ price, priceAmount }: Pick<UploadValues, 'price' | 'priceAmount'>): boolean =>
  price === 'paid' && parsePriceCents(priceAmount) === 0;

export const listKeyFeatures = ({ keyFeatures }: UploadValues): string[] => keyFeatures.filter((line) => line.trim() !== '');

/** Returns a valid amount without separators, which release 1.0.0 of the server refuses. */
export const toPlainAmount = (typed: string): string => typed.replaceAll(/[,\s]/g, '');

/** "Free", or dollars and cents, $0.00 without an amount (product 2.36). */
export function formatPrice({ price, priceAmount }: Pick<UploadValues, 'price' | 'priceAmount'>): string {
  if (price === 'free') return 'Free';
  return formatExactMoney(toCents(parseNumber(priceAmount) || 0));
}
