import { DeliveryError } from '@solvent/releases';
import { checkBuild } from '../release/check/check-build.ts';
import { RULES } from '../release/check/finding.ts';
import { buildToPublish } from './build-to-publish.ts';
import { requireArgument } from './command.ts';
import type { Command } from './command.ts';
import { checkSources } from './source-findings.ts';

const LESSON = `Holds a build against what is live in the channel (not against what is in the repository), as publish does, and stores nothing:

${Object.entries(RULES)
  .map(([rule, text]) => `  ${rule.padEnd(9)}  ${text}`)
  .join('\n')}

What fails names the rule, what is live, and what to do. Budgets are kB of scripts after brotli: a "budget" in remote.json sets another
one, at the top for the entry with the exposed module, beside a path for that route.

  --dist <folder>   where the build is (mf-<name>/dist, shell/dist)

  pnpm delivery check toolbox
  pnpm delivery check toolbox --channel staging`;

export const check: Command = {
  usage: '<name> [--dist folder]',
  summary: 'hold a build against what is live, and store nothing',
  arguments: 1,
  lesson: LESSON,
  readsOnly: true,
  options: { dist: { type: 'string' } },
  async run(context, input) {
    const { store, channel, print } = context;
    const name = requireArgument(input, 'what to check', 'check <name>');
    const { build, hasSources } = await buildToPublish(context, name, input);
    const [{ against, findings: ofBuild, nameless }, ofSources] = await Promise.all([
      checkBuild(store, channel, build),
      hasSources ? checkSources(context, name) : [],
    ]);
    const findings = [...ofSources, ...ofBuild];
    print(`${name}@${build.version} against ${against}:`);
    for (const [rule, text] of Object.entries(RULES)) {
      if (rule === 'sources' && !hasSources) continue;
      const broken = findings.filter((finding) => finding.rule === rule);
      print(`  ${broken.length > 0 ? 'fails' : 'holds'}  ${rule.padEnd(9)}  ${text}`);
      for (const { message } of broken) for (const line of message.split('\n')) print(`           ${line}`);
    }
    if (nameless.length > 0)
      print(`  Not compared by names of singletons, since built before builds listed them: ${nameless.join(', ')}.`);
    if (findings.length > 0) throw new DeliveryError(`${name}@${build.version} may not be published: see above.`);
  },
};
