import { CATEGORIES } from '@solvent/contracts';
import type { Bid, ComparisonResponse, ProblemText } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError, SkeletonRegion } from '@solvent/kit';
import { Box, Button, Grid, Heading, Skeleton, Stack, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useConfirmBid } from '../api/bid-changes.ts';
import { comparisonOptions } from '../api/bids.ts';

const FIELDS: { label: string; read: (text: ProblemText) => string }[] = [
  { label: 'Title', read: ({ title }) => title },
  { label: 'Category', read: ({ category }) => CATEGORIES[category] },
  { label: 'Tags', read: ({ tags }) => tags.join(', ') },
  { label: 'Description', read: ({ body }) => body },
];

function TextVersion({ label, text, isNow }: { label: string; text: string; isNow: boolean }) {
  return (
    <Box minW="0" bg={isNow ? 'brand.subtle' : 'bg.muted'} borderWidth="1px" rounded="l2" p="3">
      <Text textStyle="meta" color="fg.subtle">
        {label}
      </Text>
      <Text dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere" color={isNow ? 'fg' : 'fg.muted'}>
        {text}
      </Text>
    </Box>
  );
}

function Differences({ before, after }: ComparisonResponse) {
  const changed = FIELDS.filter(({ read }) => read(before) !== read(after));
  if (changed.length === 0) return <Text color="fg.muted">The problem reads as it did when you bid.</Text>;
  return (
    <Stack gap="5">
      {changed.map(({ label, read }) => (
        <Box as="section" key={label} aria-label={label}>
          <Heading as="h3" textStyle="cardTitle" mb="2">
            {label}
          </Heading>
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="3">
            <TextVersion label="When you bid" text={read(before)} isNow={false} />
            <TextVersion label="Now" text={read(after)} isNow />
          </Grid>
        </Box>
      ))}
    </Stack>
  );
}

const ChangesSkeleton = () => (
  <SkeletonRegion label="Loading the comparison" minH="240px">
    {['24px', '80px', '24px', '80px'].map((height, index) => (
      <Skeleton key={index} h={height} />
    ))}
  </SkeletonRegion>
);

interface ProblemChangesDialogProps {
  bid: Bid;
  onClose: () => void;
  finalFocusEl: () => HTMLElement | null;
}

/** Compares the problem when the bid was placed with the current one, and confirms the bid (product 2.20, 4.11). */
export function Component({ bid, onClose, finalFocusEl }: ProblemChangesDialogProps) {
  const { data, isPending, error, refetch } = useQuery(comparisonOptions(bid._id));
  const { mutate: confirm, isPending: isConfirming } = useConfirmBid();
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isConfirming} onClick={onClose}>
        Cancel
      </Button>
      <Button
        disabled={!data}
        loading={isConfirming}
        loadingText="Confirming…"
        onClick={() => data && confirm({ id: bid._id, body: { changedAt: data.changedAt } }, { onSuccess: onClose })}
      >
        Confirm bid
      </Button>
    </>
  );
  return (
    <Modal
      open
      onClose={onClose}
      title="What changed"
      size="lg"
      footer={footer}
      isBusy={isConfirming}
      finalFocusEl={finalFocusEl}
    >
      {data ? <Differences {...data} /> : null}
      {isPending ? <ChangesSkeleton /> : null}
      {data || isPending ? null : (
        <LoadError title="The comparison could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </Modal>
  );
}
