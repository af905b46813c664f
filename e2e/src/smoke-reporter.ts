import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';

const textOf = ({ message, stack, value }: TestError) =>
  stripVTControlCharacters(message ?? stack ?? value ?? 'It says nothing.');

/** What a person has to mend: the message without the program that noticed it. */
const reasonOf = (error: TestError): string[] => {
  const [reason = ''] = textOf(error).split(/\n\s*\n|\n\s+at /);
  return reason.replace(/^Error: /, '').split('\n');
};

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Prints a line for each smoke test, and at the end what failed in a line or two each. Stacks and calls go into a file: below the
 * verdict nobody would find it.
 */
export default class SmokeReporter implements Reporter {
  #suite: Suite | undefined;
  #folder = '';
  #errors: TestError[] = [];

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#folder = config.projects[0]?.outputDir ?? config.rootDir;
  }

  onTestEnd({ title }: TestCase, { status, retry }: TestResult): void {
    const again = retry > 0 ? ', the second time' : '';
    print(`  ${status === 'passed' ? 'holds  ' : status === 'skipped' ? 'skipped' : 'fails  '}  ${title}${again}`);
  }

  /** Of no test: the product did not start, or the configuration is wrong. */
  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    const failed = (this.#suite?.allTests() ?? []).filter((test) => ['unexpected', 'flaky'].includes(test.outcome()));
    const errors = [...this.#errors, ...failed.flatMap(({ results }) => results.flatMap((result) => result.errors))];
    if (errors.length === 0) return;
    const file = join(this.#folder, 'smoke-report.txt');
    writeFileSync(file, errors.map(textOf).join('\n\n'));
    print('');
    print(`What fails (in full, with traces beside it: ${file}):`);
    for (const line of new Set(errors.flatMap(reasonOf))) print(`  ${line}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
