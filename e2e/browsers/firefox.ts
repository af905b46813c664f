import { launch } from 'puppeteer-core';
import type { ElementHandle } from 'puppeteer-core';
import { DESKTOP } from './driver.ts';
import type { Driver, Engine } from './driver.ts';

/** Playwright ends a test before its worker. */
const KEPT_SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

const PROBLEMS: ReadonlySet<string> = new Set(['error', 'warn', 'assert']);

/** Starts Firefox. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath, defaultViewport: DESKTOP, ...KEPT_SIGNALS });
  return {
    async openTab(): Promise<Driver> {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => {
        if (PROBLEMS.has(message.type())) problems.push(`${message.type()}: ${message.text()} ${message.location().url ?? ''}`);
      });
      page.on('pageerror', (error) => problems.push(`uncaught: ${String(error)}`));
      const toExpression = (body: string, args: unknown[]) => `(function () {${body}\n})(...${JSON.stringify(args)})`;
      return {
        navigate: async (url) => void (await page.goto(url)),
        run: (body, ...args) => page.evaluate(toExpression(body, args)),
        async find(body, ...args) {
          const handle = await page.evaluateHandle(toExpression(body, args));
          const element = handle.asElement() as ElementHandle<HTMLInputElement> | null; // `choose` is called for inputs only
          if (!element) throw new Error('The script returned no element.');
          return {
            click: () => element.click(),
            choose: (paths) => element.uploadFile(...paths),
          };
        },
        press: (key) => page.keyboard.press(key),
        resize: (size) => page.setViewport(size),
        screenshot: async () => Buffer.from(await page.screenshot()),
        problems,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
