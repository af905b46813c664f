import type { Message, MessageReportReason } from '@solvent/contracts';
import { messageReportRules } from '@solvent/contracts/rules';
import { ReportDialog } from '@solvent/kit/report-dialog';
import { useState } from 'react';
import { messagePath } from '../../sync/messages.ts';
import { getReturnFocus } from './message-actions.ts';

const REASONS: Record<MessageReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Abusive or harmful',
  'off-platform': 'Asks to deal elsewhere',
  other: 'Something else',
};

export function Component({ message, onClose }: { message: Message; onClose: () => void }) {
  const [returnFocus] = useState(getReturnFocus);
  return (
    <ReportDialog
      subject="message"
      path={messagePath(message._id)}
      text={`${message.sender.name} won’t see the report. A moderator reads this message and, for 30 days, its earlier words.`}
      reasons={REASONS}
      rules={messageReportRules}
      onClose={onClose}
      {...returnFocus}
    />
  );
}
