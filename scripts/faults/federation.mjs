/** @type {import('./api.mjs').Fault[]} */
export const FEDERATION_FAULTS = [
  {
    id: 'chunk-without-integrity',
    rule: 'Every script of a remote is checked against its hash before it runs (architecture).',
    file: 'shared/federation/src/runtime/script-loader.ts',
    find: '{ integrity, c: chunks }',
    replace: '{ c: chunks }',
  },
  {
    id: 'failed-singleton-kept',
    rule: 'A shared library that could not be loaded is requested for again at the next try (product 10.18).',
    file: 'shared/federation/src/runtime/attach-build.ts',
    find: 'loading.catch(() => loads.delete(id));',
    replace: 'loading.catch(() => undefined);',
  },
  {
    id: 'least-specific-path',
    rule: 'The most specific path pattern owns an address: /toolbox/upload is not a module page (product 2.1).',
    file: 'shared/federation/src/manifest/path-pattern.ts',
    find: 'countParameters(a.path) - countParameters(b.path)',
    replace: 'countParameters(b.path) - countParameters(a.path)',
  },
  {
    id: 'rollback-to-oldest',
    rule: 'Each further rollback goes back to the version that was live directly before (architecture).',
    file: 'shared/releases/src/change.ts',
    find: 'before.toReversed().find(',
    replace: 'before.find(',
  },
  {
    id: 'missing-singleton-accepted',
    rule: 'A remote that needs a shared library which the shell does not provide cannot go live (architecture).',
    file: 'shared/releases/src/conflicts.ts',
    find: 'if (provided && semver.satisfies(provided, range))',
    replace: 'if (!provided || semver.satisfies(provided, range))',
  },
  {
    id: 'concurrent-revision-overwritten',
    rule: 'If two people change a channel at the same moment, both changes take effect (architecture).',
    file: 'shared/releases/src/channel.ts',
    find: 'store.create(storeLayout.revision(name, revision.document.revision), JSON.stringify(revision, null, 2))',
    replace:
      'store.put(storeLayout.revision(name, revision.document.revision), JSON.stringify(revision, null, 2)).then(() => true)',
  },
  {
    id: 'rollback-of-stopped-canary',
    rule: 'A rollback takes back the live version if the canary was stopped before (architecture).',
    file: 'delivery/src/commands/rollback.ts',
    find: 'part.candidate && part.candidate.percent > 0 ? part.candidate : undefined',
    replace: 'part.candidate',
  },
  {
    id: 'budget-in-kibibytes',
    rule: 'A route of a remote may need at most as many kB of 1,000 bytes as its budget says (delivery).',
    file: 'delivery/src/release/check/budgets.ts',
    find: 'bytes > budget * 1000',
    replace: 'bytes > budget * 1024',
  },
  {
    id: 'canary-vote-changed-by-others',
    rule: 'Of the pages of one network and hour, only the first one reports on a canary (decision 0034).',
    file: 'api/src/features/site/runtime-reports/canary.ts',
    find: 'sql`excluded.page = ${canaryVotes.page}`, ',
    replace: '',
  },
  {
    id: 'override-without-consent',
    rule: 'In production a person is requested before code of any other origin is loaded (decision 0033).',
    file: 'api/src/features/site/overrides/consent.ts',
    find: "settings.env !== 'production' && isOwnName(",
    replace: 'isOwnName(',
  },
];
