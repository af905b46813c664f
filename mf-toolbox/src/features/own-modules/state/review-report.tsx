import type { OwnModule, ReviewFinding, ReviewStage } from '@solvent/contracts';
import { Box, Code, Stack, Text } from '@solvent/ui';

/** What is being done with a module that is in review (spec 1: "3-5 business days"). */
const STAGES: Record<ReviewStage, string> = {
  archive: 'The archive is being checked.',
  secrets: 'The files are being searched for secrets.',
  team: 'Our team looks at it. Module review takes 3-5 business days.',
  done: 'The checks are done.',
};

const Finding = ({ finding: { path, line, text } }: { finding: ReviewFinding }) => (
  <Box as="li" overflowWrap="anywhere">
    <Code size="sm" whiteSpace="normal">
      {line === null ? path : `${path}:${line}`}
    </Code>{' '}
    {text}
  </Box>
);

/** For a module's author: where its review is, why it was refused, and what was found in its archive. */
export function ReviewReport({ module: { status, review } }: { module: OwnModule }) {
  const { stage, reason, findings } = review;
  const isUnderWay = status === 'in-review';
  if (!isUnderWay && !reason && findings.length === 0) return null;
  return (
    <Stack gap="3" bg="bg.muted" rounded="l2" p="3">
      {isUnderWay ? <Text role="status">{STAGES[stage]}</Text> : null}
      {reason ? (
        <Text color={status === 'rejected' ? 'fg.error' : undefined} overflowWrap="anywhere">
          {reason}
        </Text>
      ) : null}
      {findings.length > 0 ? (
        <Box>
          <Text fontWeight="600" mb="1.5">
            Please look at this
          </Text>
          <Stack as="ul" aria-label="Findings" gap="1.5" listStyleType="none">
            {findings.map((finding) => (
              <Finding key={`${finding.path}:${finding.line}:${finding.text}`} finding={finding} />
            ))}
          </Stack>
        </Box>
      ) : null}
    </Stack>
  );
}
