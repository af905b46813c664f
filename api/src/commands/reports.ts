import { eq } from 'drizzle-orm';
import { findMessageReports } from '../features/messaging/index.ts';
import type { MessageReport } from '../features/messaging/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { isId } from '../platform/is-id.ts';
import { messageReports } from '../schema/index.ts';
import { databaseCommand, formatTime, printList } from './command.ts';

const formatLine = ({ messageId, reportedAt, reason, reporter, sender }: MessageReport) =>
  `${messageId}  ${formatTime(reportedAt)}  ${reason}; ${sender}, reported by ${reporter}`;

const indent = (text: string) => `    ${text.replaceAll('\n', '\n    ')}`;

const formatReport = (report: MessageReport) =>
  [
    formatLine(report),
    `  From ${report.sender} <${report.senderEmail}> to ${report.reporter} <${report.reporterEmail}>, sent ${formatTime(report.sentAt)}`,
    ...(report.description === '' ? [] : [indent(report.description)]),
    ...report.versions.flatMap(({ content, replacedAt }) => [`  Until ${formatTime(replacedAt)}:`, indent(content)]),
    ...(report.deletedAt === null
      ? ['  Now:', indent(report.content), ...report.files.map(({ name }) => `    File: ${name}`)]
      : [`  Deleted ${formatTime(report.deletedAt)}.`]),
  ].join('\n');

export const reports = databaseCommand({
  usage: ['[--json]', 'show <message id> [--json]'],
  summary: 'list reported messages, show their words',
  help: `Lists messages that their recipients reported, the latest first, or shows one with its earlier words. Earlier words of edited and
deleted messages are kept for 30 days, and of a reported message for 30 days after the report. Files of deleted messages are not kept.

  pnpm solvent accounts suspend ada@example.com --reason "insults"     signs its sender out everywhere`,
  parse(input) {
    const [verb, id] = input.words;
    if (verb === undefined)
      return async ({ db }) =>
        printList(input, await findMessageReports(db), { text: formatLine, emptyText: 'No reported messages.' });
    if (verb !== 'show' || !isId(id)) return undefined;
    return async ({ db }) => {
      const found = await findMessageReports(db, eq(messageReports.messageId, id));
      if (found.length === 0) throw new StartupError(`No report about message ${id}.`);
      printList(input, found, { text: formatReport });
    };
  },
});
