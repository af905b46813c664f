import { expect, test } from '../src/index.ts';

test('a push message is shown where no page of the site is in front (spec 1)', async ({ page, context, baseURL }) => {
  const origin = baseURL ?? '';
  await context.grantPermissions(['notifications'], { origin });
  const devtools = await context.newCDPSession(page);
  const ids: string[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.filter(({ isDeleted }) => !isDeleted).map(({ registrationId }) => registrationId)),
  );
  await devtools.send('ServiceWorker.enable');
  await page.goto('/terms');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js');
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data: data as unknown }));
    });
  const push = (body: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: ids.at(-1) ?? '',
      data: JSON.stringify({ notification: { title: 'New bid', body }, data: { path: '/my-bids' } }),
    });

  await push('The page in front says so itself');
  await page.goto('about:blank');
  await push('Diego bid $200');
  await page.goto('/terms');
  await expect.poll(shown).toEqual([{ title: 'New bid', body: 'Diego bid $200', data: { path: '/my-bids' } }]);
});
