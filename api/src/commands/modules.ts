import { decideReview, listPendingVersions } from '../features/toolbox/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { addJobWithoutWake } from '../platform/jobs/jobs.ts';
import { AUDIT_OPTIONS, parseAuditEntry, withAuditEntry } from './audit-entry.ts';
import { JSON_OPTION, printList } from './command.ts';
import { databaseCommand } from './database-command.ts';

const HELP = `Reviews modules if MODULE_REVIEW is manual: lists pending versions, publishes one, or rejects one with changes for its author.

  pnpm solvent modules
  pnpm solvent modules publish payment-setup --reason "Read the archive"
  pnpm solvent modules reject payment-setup "The archive has no license. Please add one."

The decision is recorded with the operator (--by) and the reason: the author's, or a separate --reason that only operators read.
--json prints JSON.`;

export const modules = databaseCommand({
  usage: [
    '[--json]',
    'publish <slug> --reason "<reason>" [--by <name>]',
    'reject <slug> "<reason and changes>" [--reason "<internal reason>"] [--by <name>]',
  ],
  summary: 'list modules pending review, publish or reject them',
  words: 3,
  help: HELP,
  options: { ...JSON_OPTION, ...AUDIT_OPTIONS },
  parse(input, context) {
    const [verb, slug = '', text = ''] = input.words;
    if (verb === undefined)
      return async ({ db }) =>
        printList(context, input, await listPendingVersions(db), {
          text: (found) => `${found.slug} ${found.version}: ${found.title}, by ${found.author}; findings: ${found.findings}`,
          none: 'No modules are pending review.',
        });
    const reason = text.trim();
    const publish = verb === 'publish';
    if ((!publish && verb !== 'reject') || slug === '' || publish !== (reason === '')) return undefined;
    const act = parseAuditEntry(input, `${verb} module`, reason);
    return async ({ transact }) => {
      const deps = { transact: withAuditEntry(transact, act, slug), add: addJobWithoutWake };
      const version = await decideReview(deps, slug, publish ? { publish } : { publish, reason });
      if (version === undefined) throw new StartupError(`No version of ${slug} is pending review.`);
      return `${slug} ${version} is ${publish ? 'published' : 'rejected'}.`;
    };
  },
});
