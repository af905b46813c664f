import { readdirSync } from 'node:fs';
import { buildApi, startProgram, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';

let built: BuiltApi;
beforeAll(async () => {
  built = await buildApi();
}, 300_000);
afterAll(() => built.remove());

/** Output and exit code of the operator's program. */
async function run(args: string[], settings: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const { ended, output } = startProgram(built, 'solvent', settings, args);
  return { code: await ended, output: output() };
}

describe('pnpm solvent', () => {
  it.each([[], ['help'], ['--help'], ['--', 'help']])('lists all commands (%j), whatever the settings are', async (...args) => {
    const { code, output } = await run(args, { PORT: 'http' });
    expect(code).toBe(0);
    for (const name of ['settings', 'migrate', 'doctor', 'messages', 'accounts', 'modules', 'disputes'])
      expect(output).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  });

  it('prints the help of a command, by either name', async () => {
    const help = await run(['help', 'modules']);
    expect(help.code).toBe(0);
    expect(help.output).toMatch(
      /^Usage: pnpm solvent modules \[--json\]\n +pnpm solvent modules publish <slug> --reason "<reason>"/,
    );
    expect(await run(['modules', '--help'])).toEqual(help);
  });

  it.each([
    [['fly'], 'Unknown command "fly": see "pnpm solvent help".'],
    [['help', 'fly'], 'Unknown command "fly": see "pnpm solvent help".'],
    [['settings', 'now'], 'Unexpected argument "now": see "pnpm solvent help settings".'],
    [['settings', '--fast'], 'Unknown option \'--fast\': see "pnpm solvent help settings".'],
    [['modules', '--json=yes'], 'Option \'--json\' does not take an argument: see "pnpm solvent help modules".'],
    [['modules', '--json', '--json'], '--json is given twice: see "pnpm solvent help modules".'],
  ])('reports wrong usage %j in one sentence, with exit code 2', async (args, sentence) => {
    expect(await run(args)).toEqual({ code: 2, output: `${sentence}\n` });
  });

  it('removes control characters of user content', async () => {
    const { output } = await run(['fly\u001B[2J']);
    expect(output).toMatch(/^Unknown command "fly.*\[2J": /);
    expect(output).not.toContain('\u001B');
  });

  it('shows its target first, on standard error, and creates no database', async () => {
    const data = temporaryFolder();
    const settings = { DATA_DIR: data.path, CHANNEL: 'staging' };
    const { child, ended, output } = startProgram(built, 'solvent', settings, ['messages', '--json']);
    let result = '';
    child.stdout?.on('data', (chunk) => (result += String(chunk)));
    expect(await ended).toBe(1);
    expect(output()).toMatch(
      new RegExp(
        `^Database: embedded, in ${data.path}/database; data folder: ${data.path}; channel: staging; settings: the environment\\nThere is no database in `,
      ),
    );
    expect([result, readdirSync(data.path)]).toEqual(['', []]);
    data.remove();
  });

  it('reports a wrong setting in one sentence, with exit code 1', async () => {
    expect(await run(['settings'], { PORT: 'http' })).toEqual({
      code: 1,
      output: expect.stringMatching(/^Wrong settings: PORT [^\n]*\n$/),
    });
  });
});
