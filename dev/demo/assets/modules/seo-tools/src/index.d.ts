export interface Page {
  title: string;
  description?: string;
  /** Whole, with https. */
  url: string;
  image?: string;
  siteName?: string;
  /** Such as en_GB. */
  locale?: string;
  /** Structured data of schema.org, without its context. */
  data?: Record<string, unknown>;
}

export function headOf(page: Page): string;

/** Files' contents by their names. */
export function sitemapsOf(pages: { url: string; changed?: string | number | Date }[], origin: string): Record<string, string>;

export function checkPage(html: string): string[];
