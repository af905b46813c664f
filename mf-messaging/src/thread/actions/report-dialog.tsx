import type { Message, MessageReportReason } from '@solvent/contracts';
import { messageReportRules } from '@solvent/contracts/rules';
import { ReportDialog } from '@solvent/kit/report-dialog';
import { messagePath } from '../../sync/messages.ts';

const REASONS: Record<MessageReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Abusive or harmful',
  'off-platform': 'Asks to deal elsewhere',
  other: 'Something else',
};

export const Component = ({ message, onClose }: { message: Message; onClose: () => void }) => (
  <ReportDialog
    subject="message"
    path={messagePath(message._id)}
    text={`${message.sender.name} won’t see the report. A moderator reads this message and, for 30 days, its earlier words.`}
    reasons={REASONS}
    rules={messageReportRules}
    onClose={onClose}
  />
);
