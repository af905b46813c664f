import { formatExactMoney, toCents } from '@solvent/kit';
import type { ModuleLicense } from '@solvent/contracts';

/** What the form holds while it is filled in. The slug is made of the title. */
export interface UploadValues {
  title: string;
  description: string;
  techStack: string[];
  price: 'free' | 'paid';
  /** US dollars as typed; of a paid module. */
  priceAmount: string;
  license: ModuleLicense | '';
  /** Markdown. */
  documentation: string;
  repositoryUrl: string;
  zipFile: File | null;
  previewImages: File[];
  previewVideos: File[];
  termsAgreement: boolean;
}

/** Free, and MIT (product 9.9). */
export const EMPTY_UPLOAD: UploadValues = {
  title: '',
  description: '',
  techStack: [],
  price: 'free',
  priceAmount: '',
  license: 'MIT',
  documentation: '',
  repositoryUrl: '',
  zipFile: null,
  previewImages: [],
  previewVideos: [],
  termsAgreement: false,
};

/** Whether nothing would be charged for it although it was to be a paid one (product 3.12 and 5.12: a price of 0 is free). */
export const isPaidWithoutAmount = ({ price, priceAmount }: Pick<UploadValues, 'price' | 'priceAmount'>): boolean =>
  price === 'paid' && Number(priceAmount) === 0;

/** "Free", or dollars and cents; "$0.00" while no amount stands there (product 2.36). */
export function formatPrice({ price, priceAmount }: Pick<UploadValues, 'price' | 'priceAmount'>): string {
  if (price === 'free') return 'Free';
  return formatExactMoney(toCents(Number(priceAmount) || 0));
}
