import type { Agreement, Conversation, ConversationFile } from '@solvent/contracts';
import { PAGE_SIZES } from '@solvent/contracts';
import type { ConversationFilesResponse } from '@solvent/contracts';
import { useInfiniteQuery } from '@solvent/http';
import {
  Day,
  distinct,
  formatFileSize,
  formatMoney,
  InfiniteList,
  LoadError,
  pagedQuery,
  requireField,
  ProblemStatusBadge,
  SkeletonRegion,
  toCents,
  useInvalidateOnEvents,
} from '@solvent/kit';
import { Link } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, chakra, Flex, Heading, IconButton, Image, Skeleton, Stack, Text, TextLink } from '@solvent/ui';
import { CornerUpLeft, File as FileIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasAgreedPrice, useDiscussedProblem } from '../sync/problems.ts';
import { conversationFilesKey, FILE_EVENTS } from '../sync/refetch-events.ts';
import { getPictureSources, saveFile, usePictureUrl } from '../thread/files/file-links.ts';
import { PICTURE_TYPES } from '../thread/files/shown-file.ts';
import { useConversationPath } from './address.ts';

function PaneSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" aria-label={title} px="4" py="4" borderBottomWidth="1px">
      <Heading as="h2" textStyle="meta" fontWeight="600" color="fg.muted" mb="2">
        {title}
      </Heading>
      {children}
    </Box>
  );
}

const problemPath = (id: string) => `/view-problems/${encodeURIComponent(id)}`;

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex justify="space-between" gap="3">
      <Text as="dt" color="fg.muted">
        {label}
      </Text>
      <Text as="dd" textAlign="end" fontVariantNumeric="tabular-nums">
        {children}
      </Text>
    </Flex>
  );
}

function getStatusText({ status, paidAt, receivedAt }: Agreement): string {
  if (receivedAt) return 'Paid and received';
  if (paidAt) return 'Paid';
  return { accepted: 'In progress', delivered: 'Delivered', solved: 'Solved', ended: 'Ended' }[status];
}

function AgreementSection({ agreement }: { agreement: Agreement }) {
  return (
    <PaneSection title="Agreement">
      <Stack as="dl" gap="1">
        <Line label="Agreed price">{formatMoney(toCents(agreement.amount))}</Line>
        <Line label="Due">
          <Day time={agreement.dueAt} />
        </Line>
        <Line label="Status">{getStatusText(agreement)}</Line>
      </Stack>
      <TextLink to={problemPath(agreement.problem._id)} display="inline-block" mt="2">
        See the agreement
      </TextLink>
    </PaneSection>
  );
}

function ProblemSections({ problem }: { problem: NonNullable<Conversation['problem']> }) {
  const { data, isError, error, refetch } = useDiscussedProblem(problem._id);
  // Older servers send no agreement.
  const agreement = data?.agreement;
  return (
    <>
      <PaneSection title="Problem">
        <TextLink to={problemPath(problem._id)} dir="auto" display="block" overflowWrap="anywhere">
          {problem.title}
        </TextLink>
        <Flex align="center" gap="2" mt="2" minH="24px">
          <ProblemStatusBadge status={problem.status} />
          {data ? (
            hasAgreedPrice(data) ? null : (
              <Text fontVariantNumeric="tabular-nums">{formatMoney(toCents(data.budget))} budget</Text>
            )
          ) : isError ? null : (
            <Skeleton h="4" w="80px" />
          )}
        </Flex>
        {isError && !data ? (
          <LoadError size="inline" title="The problem could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : null}
      </PaneSection>
      {agreement ? <AgreementSection agreement={agreement} /> : null}
    </>
  );
}

/** `GET /chat/conversations/{id}/files`. */
const filesQuery = (userId: string, conversationId: string) =>
  pagedQuery<ConversationFilesResponse, ConversationFilesResponse>({
    queryKey: conversationFilesKey(userId, conversationId),
    path: `/chat/conversations/${encodeURIComponent(conversationId)}/files`,
    limit: PAGE_SIZES.conversationFiles,
    read: (body, page) => ({
      files: requireField(body, 'files'),
      totalPages: requireField(body, 'totalPages'),
      limit: PAGE_SIZES.conversationFiles,
      page,
    }),
  });

function useFiles(conversationId: string) {
  const userId = useSession((session) => session.userData?._id) ?? '';
  const query = useInfiniteQuery(filesQuery(userId, conversationId));
  useInvalidateOnEvents(FILE_EVENTS, [conversationFilesKey(userId, conversationId)]);
  return { query, files: distinct(query.data?.pages.flatMap(({ files }) => files) ?? [], ({ _id }) => _id) };
}

const FileButton = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    flex: '1',
    minW: '0',
    py: '1.5',
    textAlign: 'start',
    rounded: 'l1',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'outside',
  },
});

function Thumbnail({ file }: { file: ConversationFile }) {
  const { url, failed, onError } = usePictureUrl({ id: file._id, url: file.url });
  if (!PICTURE_TYPES.includes(file.mimeType) || failed) return <Box as={FileIcon} boxSize="18px" color="fg.muted" aria-hidden />;
  return (
    <Image
      {...getPictureSources(url, '36px', file.width)}
      alt=""
      boxSize="100%"
      objectFit="cover"
      loading="lazy"
      onError={onError}
    />
  );
}

function FileRow({ file, toMessage }: { file: ConversationFile; toMessage: string }) {
  return (
    <Flex as="li" align="center" gap="1">
      <FileButton type="button" title={`Download ${file.name}`} onClick={() => void saveFile(file._id, file.name)}>
        <Box display="grid" placeItems="center" boxSize="36px" flexShrink="0" rounded="l1" overflow="hidden" bg="bg.muted">
          <Thumbnail file={file} />
        </Box>
        <Box minW="0">
          <Text dir="auto" truncate fontWeight="500">
            {file.name}
          </Text>
          <Text textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
            {formatFileSize(file.size)} · <Day time={file.createdAt} />
          </Text>
        </Box>
      </FileButton>
      <IconButton asChild size="xs" variant="ghost" colorPalette="gray" aria-label={`Message with ${file.name}`}>
        <Link to={toMessage}>
          <CornerUpLeft size={14} aria-hidden />
        </Link>
      </IconButton>
    </Flex>
  );
}

/** Problem, agreement and files of a conversation (product 2.44): a column, or a sheet on narrow screens (product 2.62). */
export function Component({ conversation }: { conversation: Conversation }) {
  const { query, files } = useFiles(conversation._id);
  const toPath = useConversationPath();
  return (
    <>
      {conversation.problem ? <ProblemSections problem={conversation.problem} /> : null}
      <PaneSection title="Files">
        <InfiniteList
          query={query}
          isEmpty={files.length === 0}
          skeleton={
            <SkeletonRegion>
              <Skeleton h="9" />
              <Skeleton h="9" />
            </SkeletonRegion>
          }
          error={{ title: 'The files could not be loaded' }}
          nextError="More files could not be loaded."
          empty={<Text color="fg.muted">Shared files will appear here.</Text>}
          end={{ isInScroller: true }}
        >
          <Stack as="ul" gap="0.5" listStyleType="none">
            {files.map((file) => (
              <FileRow key={file._id} file={file} toMessage={toPath(conversation._id, file.message.seq)} />
            ))}
          </Stack>
        </InfiniteList>
      </PaneSection>
    </>
  );
}
