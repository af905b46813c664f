import { CATEGORIES } from '@solvent/contracts';
import { parseNumber, summarize } from '@solvent/contracts/rules';
import { Day, formatMoney, PersonLink, ProblemStatusBadge, toCents } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Badge, Box, Flex, Heading, Span, Stack, Text, Wrap } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { Modal } from '@solvent/ui/overlays';
import type { ListedProblem } from '../../api/problems.ts';
import { FileTiles } from '../../attachments/file-tiles.tsx';
import type { DraftFile } from '../../attachments/use-attachments.ts';
import { ProblemCard } from '../../problem/problem-card.tsx';
import { ProblemSection } from '../../problem/problem-section.tsx';
import { EMPTY_PROBLEM } from './problem-draft.ts';
import type { ProblemValues } from './problem-draft.ts';

type Poster = ListedProblem['user'];

function toListedProblem({ title, body, category, tags, budget, doneBy }: ProblemValues, user: Poster): ListedProblem {
  return {
    _id: '',
    title: title.trim() || 'Your title',
    description: body === EMPTY_PROBLEM.body ? '' : summarize(body),
    category: category || undefined,
    tags,
    bidCount: 0,
    status: 'open',
    budget: parseNumber(budget) || 0,
    doneBy: doneBy || null,
    createdAt: new Date().toISOString(),
    user,
    savedByMe: false,
  };
}

function PreviewedPage({ problem, body, files }: { problem: ListedProblem; body: string; files: readonly DraftFile[] }) {
  const { title, status, category = 'frontend', user, budget, doneBy, tags } = problem;
  return (
    <Box as="article" aria-label="Your problem's page">
      <Wrap gap="2">
        <ProblemStatusBadge status={status} />
        <Badge variant="subtle" colorPalette="gray">
          {CATEGORIES[category]}
        </Badge>
      </Wrap>
      <Heading as="h3" textStyle="pageTitle" mt="3" overflowWrap="anywhere" dir="auto">
        {title}
      </Heading>
      <Flex columnGap="4" rowGap="1" mt="3" wrap="wrap" align="center" color="fg.muted">
        <PersonLink person={user} avatar={24} />
        {doneBy ? (
          <Span>
            Done by <Day time={doneBy} />
          </Span>
        ) : null}
        <Text textStyle="cardTitle" fontWeight="700" color="fg" ms="auto">
          {budget > 0 ? formatMoney(toCents(budget)) : 'No budget yet'}
        </Text>
      </Flex>
      <Box borderTopWidth="1px" mt="6" pt="6">
        <Markdown text={body} headingsFrom={4} />
        <Wrap gap="1.5" mt="8">
          {tags.map((tag) => (
            <Badge key={tag} variant="outline" colorPalette="gray" fontWeight="400" maxW="full">
              <Span truncate>{tag}</Span>
            </Badge>
          ))}
        </Wrap>
        {files.length > 0 ? (
          <ProblemSection title="Attachments">
            <FileTiles files={files.filter((file) => '_id' in file)} />
          </ProblemSection>
        ) : null}
      </Box>
    </Box>
  );
}

interface PreviewProps {
  values: ProblemValues;
  files: readonly DraftFile[];
  open: boolean;
  onClose: () => void;
}

/** The problem as others will see it: its page, and its card in lists. Nothing in it can be used. */
export function Component({ values, files, open, onClose }: PreviewProps) {
  const user = useSession((state) => state.userData);
  if (!user) return null;
  const problem = toListedProblem(values, user);
  return (
    <Modal open={open} onClose={onClose} title="Preview" size="xl">
      <Stack gap="8">
        <Box inert>
          <PreviewedPage problem={problem} body={values.body} files={files} />
        </Box>
        <Box as="section" aria-label="In lists">
          <Heading as="h3" textStyle="ui" fontWeight="600" mb="3">
            In lists
          </Heading>
          <Box inert>
            <ProblemCard problem={problem} />
          </Box>
        </Box>
      </Stack>
    </Modal>
  );
}
