import { chromium } from 'playwright';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
for (const phone of [true, false])
  for (let i = 0; i < 4; i++)
    for (const path of ['/home', '/problems', '/toolbox', '/signin', '/contact']) {
      const c = await b.newContext(
        phone
          ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
          : { viewport: { width: 1440, height: 900 } },
      );
      const page = await c.newPage();
      page.on('pageerror', (e) => console.log(phone, i, path, e.message.slice(0, 120)));
      await page.goto('http://localhost:3100' + path);
      await page.waitForTimeout(1500);
      await c.close();
    }
await b.close();
