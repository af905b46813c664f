import type { UpdateProfileBody } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { XSS_ADDRESSES, XSS_MARKDOWN, XSS_TEXTS } from '../src/xss-corpus.ts';
import { watchForXss } from '../src/xss-watch.ts';

/** Fits the field: what is cut off would not have been kept. */
const short = (text: string, max: number) => text.slice(0, max);

/** A text of the corpus in every field that takes any text. */
const profileOf = (text: string): UpdateProfileBody => ({
  name: short(text, 80),
  headline: short(text, 100),
  location: short(text, 80),
  bio: [...XSS_TEXTS, ...XSS_MARKDOWN].join('\n\n').replaceAll('\u0000', ''),
  expertiseAreas: [short(text, 40), 'React'],
});

test('no text of a profile runs, on the own page, in the top bar and on the public one', async ({ page, people, request }) => {
  const xss = await watchForXss(page);
  const person = await people.create('solver', 'Jonas Weber');
  const headers = { 'x-app-key': 'solvent-web', Authorization: `Bearer ${person.token}` };
  await people.signIn(person);
  for (const text of XSS_TEXTS) {
    const saved = await request.put('/api/auth/profile', { headers, data: profileOf(text) });
    // A byte that no text can hold is refused; all else is text like any other.
    if (!saved.ok()) expect(text).toContain('\u0000');
    if (!saved.ok()) continue;
    const { user } = (await saved.json()) as { user: Person };
    await page.goto(`/profile/${person._id}`);
    for (const path of [`/profile/${person._id}`, '/profile']) {
      if (path === '/profile') await page.getByRole('link', { name: 'Edit profile' }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('region', { name: 'Areas of expertise' })).toContainText('React');
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(user.name);
      await expect(page.getByText('click').first()).toBeVisible();
      await xss.verify();
    }
  }
});

test('no address of a profile that would run is kept', async ({ people, request }) => {
  const person = await people.create('seeker');
  const headers = { 'x-app-key': 'solvent-web', Authorization: `Bearer ${person.token}` };
  for (const field of ['website', 'github']) {
    for (const address of XSS_ADDRESSES) {
      const refused = await request.put('/api/auth/profile', { headers, data: { [field]: address } });
      expect(refused.status(), `${field}: ${address}`).toBe(422);
      const { errors } = (await refused.json()) as { errors: Record<string, string> };
      expect(Object.keys(errors)).toEqual([field]);
    }
  }
});

test('what is typed into the form does not run either, nor in its preview', async ({ page, people }) => {
  const xss = await watchForXss(page);
  await people.signIn(await people.create('solver'));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const form = page.getByRole('form', { name: 'Edit profile' });
  await form.getByLabel('Headline').fill('<img src=x onerror=window.__xss=1>');
  await form.getByLabel('Website').fill('javascript:window.__xss=1');
  await form.getByRole('textbox', { name: 'Bio' }).fill([...XSS_TEXTS, ...XSS_MARKDOWN].join('\n\n').replaceAll('\u0000', ''));
  await form.getByLabel('Areas of expertise').fill('<svg onload=alert(1)>');
  await form.getByLabel('Areas of expertise').press('Enter');
  await form.getByRole('tab', { name: 'Preview' }).click();
  await expect(form.getByRole('tabpanel', { name: 'Preview' }).getByText('hover')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please enter a valid website address')).toBeVisible();
  await xss.verify();
});
