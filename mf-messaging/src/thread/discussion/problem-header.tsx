import type { Conversation } from '@solvent/contracts';
import { formatMoney, ProblemStatusBadge, toCents } from '@solvent/kit';
import { Link } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, chakra, Flex, Heading, Skeleton, Span, VisuallyHidden } from '@solvent/ui';
import { hasAgreedPrice, useDiscussedProblem } from '../../sync/problems.ts';

const TitleLink = chakra(Link, {
  base: {
    // The whole header is the touch target, at least 44 px high.
    _before: { content: '""', position: 'absolute', inset: '0' },
    rounded: 'l1',
    textUnderlineOffset: '3px',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

function Title({ id, title }: { id: string | undefined; title: string | undefined }) {
  if (id && title)
    return (
      <TitleLink dir="auto" to={`/view-problems/${encodeURIComponent(id)}`}>
        {title}
      </TitleLink>
    );
  return (
    <>
      <VisuallyHidden>Discussion</VisuallyHidden>
      <Skeleton as="span" display="block" h="5" my="0.5" w="60%" />
    </>
  );
}

/** Prefers the conversation's problem, which follows socket events. */
export function ProblemHeader({
  id,
  fromConversation,
}: {
  id: string | undefined;
  fromConversation: Conversation['problem'] | undefined;
}) {
  const userId = useSession((session) => session.userData?._id);
  const { data } = useDiscussedProblem(id);
  const problem = fromConversation ?? data;
  return (
    <Box as="header" position="relative" px="4" py="3" borderBottomWidth="1px">
      <Heading as="h1" tabIndex={-1} outline="0" textStyle="cardTitle" lineClamp={2} overflowWrap="anywhere">
        <Title id={id} title={problem?.title} />
      </Heading>
      <Flex
        align="center"
        columnGap="3"
        rowGap="1"
        wrap="wrap"
        mt="1"
        minH="20px"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
      >
        {problem ? <ProblemStatusBadge status={problem.status} /> : null}
        {data ? (
          <Span fontWeight="600" color="fg">
            {formatMoney(toCents(hasAgreedPrice(data) ? data.agreement.amount : data.budget))}
            <Span fontWeight="400" color="fg.muted">
              {hasAgreedPrice(data) ? ' agreed' : ' budget'}
            </Span>
          </Span>
        ) : null}
        {data?.user ? <Span truncate>Posted by {data.user._id === userId ? 'you' : data.user.name}</Span> : null}
      </Flex>
    </Box>
  );
}
