import { TOAST } from '@solvent/contracts';
import { getLaunchOptions } from '../src/browser.ts';
import { openConversation, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { gotoReady } from '../src/socket.ts';
import { getToasts } from '../src/toasts.ts';

// These need windows that can lose the focus, and the service worker.
test.use({ launchOptions: getLaunchOptions('windows'), serviceWorkers: 'allow' });

test('a push message is shown if no page of the site is in the foreground (product 1.8)', async ({ page, context, baseURL }) => {
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

  await push('The foreground page shows it itself');
  await page.goto('about:blank');
  await push('Diego bid $200');
  await page.goto('/terms');
  await expect.poll(shown).toEqual([{ title: 'New bid', body: 'Diego bid $200', data: { path: '/my-bids' } }]);
});

test('a toast that appears while the window has no focus stays until it has the focus again (product 8.8)', async ({
  page,
  context,
  people,
  request,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id } = await openConversation(request, ines, jonas);
  await people.signIn(ines);
  await page.clock.install();
  await gotoReady(page, '/privacy');
  // With focus emulation each tab has the focus.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const other = await context.newPage();
  await other.bringToFront();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);

  await writeMessage(request, jonas, _id, 'Are you there?');
  const message = getToasts(page).withText('You have a new message');
  await expect(message).toHaveCount(1);
  await page.clock.runFor(2 * TOAST.duration);
  await expect(message).toHaveCount(1);
  await page.bringToFront();
  await expect(message).toHaveCount(0);
});
