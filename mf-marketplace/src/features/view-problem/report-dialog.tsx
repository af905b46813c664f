import type { ProblemReportReason } from '@solvent/contracts';
import { problemReportRules } from '@solvent/contracts/rules';
import { ReportDialog } from '@solvent/kit/report-dialog';
import { problemPath } from '../../api/problem-keys.ts';

const REASONS: Record<ProblemReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Abusive or harmful',
  'off-platform': 'Asks to deal elsewhere',
  copyright: 'Violates a copyright',
  other: 'Something else',
};

export const Component = ({ problemId, onClose }: { problemId: string; onClose: () => void }) => (
  <ReportDialog
    subject="problem"
    path={problemPath(problemId)}
    text="The poster won’t see who reported it."
    reasons={REASONS}
    rules={problemReportRules}
    onClose={onClose}
  />
);
