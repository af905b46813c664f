import type { UpdateProfileBody } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { getAuthHeaders } from '../src/marketplace.ts';
import { XSS_MARKDOWN, XSS_TEXTS } from '../src/xss-corpus.ts';
import { watchForXss } from '../src/xss-watch.ts';

const BIO = [...XSS_TEXTS, ...XSS_MARKDOWN].join('\n\n').replaceAll('\u0000', '');
/** Without NUL and direction overrides, which are refused. */
const TEXTS = XSS_TEXTS.map((text) => text.replaceAll('\u0000', '').replaceAll('\u202E', ''));
const AREAS = 19;

const profileWith = (texts: readonly string[]): UpdateProfileBody => ({
  name: texts.join(' ').slice(0, 80),
  headline: texts.join(' ').slice(0, 100),
  location: texts.join(' ').slice(0, 80),
  bio: BIO,
  expertiseAreas: ['React', ...new Set([...texts, ...TEXTS].map((text) => text.slice(0, 40).trim()))].slice(0, AREAS),
});

/** Groups texts that fit into the shortest field. */
const PAIRS = TEXTS.reduce<string[][]>((pairs, text) => {
  const last = pairs.at(-1);
  if (last && [...last, text].join(' ').length <= 80) last.push(text);
  else pairs.push([text]);
  return pairs;
}, []);

test('no text of a profile runs, on the own page, in the top bar, on the public one, and in the form (product 5.6, 5.15, 5.16)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const xss = await watchForXss(page);
  const person = await people.create('solver', 'Jonas Weber');
  await people.signIn(person);
  const { profile, publicProfile } = screens;
  for (const texts of PAIRS) {
    const saved = await request.put('/api/auth/profile', { headers: getAuthHeaders(person), data: profileWith(texts) });
    expect(saved.ok(), await saved.text()).toBe(true);
    const { user } = (await saved.json()) as { user: Person };
    const { areas, edit, heading, open } = publicProfile(person._id);
    await open();
    await expect(areas).toContainText('React');
    await expect(heading).toHaveText(user.name);
    await expect(page.getByText('click').first()).toBeVisible();
    await xss.verify();
    await expect(edit).toHaveAttribute('href', '/profile/settings/profile');
    await profile.open();
    await expect(profile.areas).toContainText('React');
    await expect(profile.heading).toHaveText(user.name);
    await expect(page.getByText('click').first()).toBeVisible();
    await xss.verify();
  }
  await test.step('the form and its preview', async () => {
    const { form } = profile;
    await profile.edit.click();
    await form.getByLabel('Headline').fill('<img src=x onerror=window.__xss=1>');
    await form.getByLabel('Website').fill('javascript:window.__xss=1');
    await form.getByRole('textbox', { name: 'Bio' }).fill(BIO);
    await form.getByRole('combobox', { name: 'Areas of expertise' }).fill('<svg onload=alert(1)>');
    await form.getByRole('combobox', { name: 'Areas of expertise' }).press('Enter');
    await form.getByRole('tab', { name: 'Preview' }).click();
    await expect(form.getByRole('tabpanel', { name: 'Preview' }).getByText('hover')).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Please enter a valid website address')).toBeVisible();
    await xss.verify();
  });
});
