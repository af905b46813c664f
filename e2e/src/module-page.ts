import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

export function createModulePage(page: Page) {
  const main = page.getByRole('main');
  const getRegion = (name: string) => main.getByRole('region', { name, exact: true });
  return {
    title: (name: string) => main.getByRole('heading', { level: 1, name }),
    price: getRegion('Price'),
    buy: getRegion('Price').getByRole('button', { name: 'Buy Now' }),
    download: getRegion('Price').getByRole('button', { name: /^Download/ }),
    reviews: getRegion('Reviews'),
    review: (text: string) => getRegion('Reviews').getByRole('listitem').filter({ hasText: text }),
    versions: getRegion('Version History'),
    information: getRegion('Module Information'),
    author: getRegion('About the Author'),
    support: getRegion('Support'),
    tab: (name: string) => main.getByRole('tab', { name }),
    panel: main.getByRole('tabpanel'),
  };
}

export async function openFromCatalogue(page: Page, title: string): Promise<void> {
  await page.getByPlaceholder('Search modules...').fill(title);
  const card = page.getByRole('main').getByRole('article').filter({ hasText: title });
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await card.getByRole('link', { name: title }).click();
  await expect(createModulePage(page).title(title)).toBeVisible();
}

export async function buyOnPage(page: Page, price: string): Promise<Locator> {
  await createModulePage(page).buy.click();
  const dialog = page.getByRole('dialog', { name: /^Buy / });
  await expect(dialog.getByText('Test mode: no money moves')).toBeVisible();
  await dialog.getByRole('button', { name: `Buy for ${price}` }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Purchase Successful!');
  await expect(alert).toContainText('Thank you for your purchase. You can now download the module.');
  return alert;
}

export async function writeReview(page: Page, stars: number, text: string): Promise<void> {
  await createModulePage(page).reviews.getByRole('button', { name: 'Write a Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write a Review' });
  await dialog.getByRole('radio', { name: stars === 1 ? '1 star' : `${stars} stars` }).check();
  await dialog.getByRole('textbox', { name: 'Review' }).fill(text);
  await dialog.getByRole('button', { name: 'Post review' }).click();
  await expect(page.getByText('Thank you for your review')).toBeVisible();
  await expect(dialog).toBeHidden();
}

export async function answerReview(page: Page, review: string, text: string): Promise<void> {
  const item = createModulePage(page).review(review);
  await item.getByRole('button', { name: 'Answer' }).click();
  await item.getByRole('textbox', { name: 'Your answer' }).fill(text);
  await item.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText('Your answer was saved')).toBeVisible();
}

export async function openReport(page: Page): Promise<Locator> {
  await createModulePage(page).support.getByRole('button', { name: 'Report an Issue' }).click();
  return page.getByRole('dialog', { name: 'Report an Issue' });
}
