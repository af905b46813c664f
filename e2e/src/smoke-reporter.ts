import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';

const formatError = ({ message, stack, value }: TestError) =>
  stripVTControlCharacters(message ?? stack ?? value ?? 'No error message.');

const formatReason = (error: TestError): string[] => {
  const [reason = ''] = formatError(error).split(/\n\s*\n|\n\s+at /);
  return reason.replace(/^Error: /, '').split('\n');
};

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Prints a line for each smoke test, and a line or two for each failure. Stacks and calls are written to a file. */
export default class SmokeReporter implements Reporter {
  #suite: Suite | undefined;
  #folder = '';
  #errors: TestError[] = [];
  /** Output outside of tests, such as the product's. */
  #output = '';

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#folder = config.projects[0]?.outputDir ?? config.rootDir;
  }

  onStdOut(chunk: string | Buffer, test?: TestCase): void {
    if (!test) this.#output += stripVTControlCharacters(String(chunk));
  }

  onStdErr(chunk: string | Buffer, test?: TestCase): void {
    this.onStdOut(chunk, test);
  }

  onTestEnd({ title }: TestCase, { status, retry }: TestResult): void {
    const again = retry > 0 ? ' (retry)' : '';
    print(`  ${status === 'passed' ? 'passed ' : status === 'skipped' ? 'skipped' : 'failed '}  ${title}${again}`);
  }

  /** An error outside of tests: the product did not start, or the configuration is invalid. */
  onError(error: TestError): void {
    this.#errors.push(error);
  }

  /** Returns `interrupted`, which run.mjs reports as not run, if something failed before the first test. */
  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const tests = this.#suite?.allTests() ?? [];
    const failed = tests.filter((test) => ['unexpected', 'flaky'].includes(test.outcome()));
    const errors = [...this.#errors, ...failed.flatMap(({ results }) => results.flatMap((result) => result.errors))];
    if (errors.length === 0) return undefined;
    if (this.#errors.length > 0) process.stdout.write(this.#output);
    const file = join(this.#folder, 'smoke-report.txt');
    print('');
    print(`Failures (full report, with traces beside it: ${file}):`);
    for (const line of new Set(errors.flatMap(formatReason))) print(`  ${line}`);
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(file, [...errors.map(formatError), this.#output].join('\n\n'));
    return this.#errors.length > 0 && tests.every(({ results }) => results.length === 0) ? { status: 'interrupted' } : undefined;
  }

  printsToStdio(): boolean {
    return true;
  }
}
