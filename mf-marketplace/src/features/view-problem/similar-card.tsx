import { useQuery } from '@solvent/http';
import { formatCount, getProblemStatusLabel } from '@solvent/kit';
import { Stack, Text, TextLink } from '@solvent/ui';
import { similarProblemsOptions } from '../../api/problem-changes.ts';
import { SideCard } from '../../problem/side-card.tsx';

/** Nothing without similar problems, or after an error. */
export function Component({ problemId, title }: { problemId: string; title: string }) {
  const { data = [] } = useQuery(similarProblemsOptions(title));
  const similar = data.filter(({ _id }) => _id !== problemId);
  if (similar.length === 0) return null;
  return (
    <SideCard title="Similar problems" _print={{ display: 'none' }}>
      <Stack as="ul" gap="3" listStyleType="none">
        {similar.map((problem) => (
          <li key={problem._id}>
            <TextLink to={`/view-problems/${problem._id}`} display="block" overflowWrap="anywhere" dir="auto">
              {problem.title}
            </TextLink>
            <Text textStyle="meta" color="fg.muted">
              {getProblemStatusLabel(problem.status)} · {formatCount(problem.bidCount, 'bid')}
            </Text>
          </li>
        ))}
      </Stack>
    </SideCard>
  );
}
