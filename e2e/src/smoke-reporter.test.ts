import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { FullConfig, Suite, TestCase } from '@playwright/test/reporter';
import SmokeReporter from './smoke-reporter.ts';

const parent = mkdtempSync(join(tmpdir(), 'smoke-reporter-'));
/** Playwright removes it before a run, and creates it again only for attachments. */
const outputDir = join(parent, 'test-results');
let printed = '';
beforeEach(() => {
  printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(outputDir, { recursive: true, force: true });
});
afterAll(() => rmSync(parent, { recursive: true }));

function begin(...tests: Partial<TestCase>[]): SmokeReporter {
  const reporter = new SmokeReporter();
  const config = { projects: [{ outputDir }], rootDir: parent } as unknown as FullConfig;
  reporter.onBegin(config, { allTests: () => tests } as unknown as Suite);
  return reporter;
}

const passed: Partial<TestCase> = { outcome: () => 'expected', results: [{ errors: [] }] as unknown as TestCase['results'] };
const failed: Partial<TestCase> = {
  outcome: () => 'unexpected',
  results: [{ errors: [{ message: 'Error: /toolbox shows no heading\n\n  at page.ts:1' }] }] as unknown as TestCase['results'],
};

it('prints why the product did not start, with its output, and ends a run without tests as interrupted', async () => {
  const reporter = begin();
  reporter.onStdOut('[WebServer] \u001B[31m✗ Building 3.1 s\u001B[39m\n');
  reporter.onStdErr(Buffer.from('[WebServer] mf-toolbox does not build.\n'));
  reporter.onError({ message: 'Error: Process from config.webServer was not able to start. Exit code: 1' });
  expect(await reporter.onEnd()).toEqual({ status: 'interrupted' });
  expect(printed).toContain('[WebServer] ✗ Building 3.1 s\n[WebServer] mf-toolbox does not build.\n');
  expect(printed).toContain('\n  Process from config.webServer was not able to start. Exit code: 1\n');
  const report = readFileSync(join(outputDir, 'smoke-report.txt'), 'utf8');
  expect(report).toContain('mf-toolbox does not build.');
  expect(report).toContain('was not able to start');
});

it('prints failures of tests without their stacks and without the output of the product', async () => {
  const reporter = begin(passed, failed);
  reporter.onStdOut('[WebServer] ✓ Building 3.1 s\n');
  expect(await reporter.onEnd()).toBeUndefined();
  expect(printed).toContain('\n  /toolbox shows no heading\n');
  expect(printed).not.toMatch(/WebServer|page\.ts/);
});

it('leaves a run that failed outside of tests after some ran as it is', async () => {
  const reporter = begin(passed);
  reporter.onError({ message: 'Error: A worker ended' });
  expect(await reporter.onEnd()).toBeUndefined();
  expect(printed).toContain('A worker ended');
});

it('prints and writes nothing if all tests passed', async () => {
  const reporter = begin(passed);
  reporter.onStdOut('[WebServer] ✓ Building 3.1 s\n');
  expect(await reporter.onEnd()).toBeUndefined();
  expect(printed).toBe('');
  expect(existsSync(outputDir)).toBe(false);
});
