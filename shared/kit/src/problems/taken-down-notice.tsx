import type { TakenDown } from '@solvent/contracts';
import { Panel, Text, TextLink } from '@solvent/ui';
import { Day } from '../formats/times.tsx';

interface TakenDownNoticeProps {
  /** Subject of the sentence: "This problem". */
  subject: string;
  takenDown: TakenDown;
}

/** Shows why content was taken down, to users who can still see it (product 6.10). */
export const TakenDownNotice = ({ subject, takenDown: { reason, at } }: TakenDownNoticeProps) => (
  <Panel role="note" bg="brand.subtle" borderColor="brand.border" p={{ base: '3', md: '3' }}>
    <Text fontWeight="600">
      {subject} was taken down on <Day time={at} />
    </Text>
    <Text mt="1" overflowWrap="anywhere" dir="auto">
      {reason}
    </Text>
    <Text mt="1" color="fg.muted">
      Others can’t see it. <TextLink to="/contact">Contact us</TextLink> if you think this is a mistake.
    </Text>
  </Panel>
);
