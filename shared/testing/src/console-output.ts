import { format } from 'node:util';

const METHODS = ['debug', 'info', 'log', 'warn', 'error'] as const;

/** Fails a test that writes to the console. To expect output, mock the method. */
export function failOnConsoleOutput(): void {
  const output: string[] = [];
  for (const method of METHODS)
    console[method] = (...args: unknown[]) => void output.push(`console.${method}: ${format(...args)}`);
  const verify = () => {
    if (output.length > 0) throw new Error(`Unexpected console output:\n${output.splice(0).join('\n')}`);
  };
  afterEach(verify);
  afterAll(verify);
}
