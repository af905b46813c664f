import type { HomeResponse, SessionUser } from '@solvent/contracts';
import { useInfiniteQuery } from '@solvent/http';
import { Day, formatCount, formatMoney, RelativeTime, toCents } from '@solvent/kit';
import { PersonAvatar, Span, TextLink } from '@solvent/ui';
import { WorkStep } from '../../../agreement/work-step.tsx';
import { problemListOptions } from '../../../api/problems.ts';
import type { ListedProblem } from '../../../api/problems.ts';
import { useOpenProblems } from '../use-open-problems.ts';
import { HomeRow, HomeSection } from './rows.tsx';

const getProblemPath = ({ _id }: { _id: string }) => `/view-problems/${_id}`;
/** @param of what the amount is, because lists have budgets, bids and agreed prices side by side */
const Dollars = ({ amount, of }: { amount: number; of: 'agreed' | 'bid' | 'budget' }) => (
  <Span textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
    <Span fontWeight="600">{formatMoney(toCents(amount))}</Span>{' '}
    <Span textStyle="meta" color="fg.muted">
      {of}
    </Span>
  </Span>
);
const TimeAgo = ({ time }: { time: string }) => <RelativeTime time={time} />;

export const ActiveWork = ({ work, total }: { work: HomeResponse['work']; total: number }) => (
  <HomeSection title="Work in progress" total={total}>
    {work.map(({ problem, person, amount, step, dueAt, isRevising }) => (
      <HomeRow
        key={problem._id}
        to={getProblemPath(problem)}
        title={<bdi>{problem.title}</bdi>}
        start={<PersonAvatar person={person} diameter={32} />}
        meta={[<bdi key="name">{person.name}</bdi>, <WorkStep key="step" work={{ step, dueAt, isRevising }} />]}
        end={<Dollars amount={amount} of="agreed" />}
      />
    ))}
  </HomeSection>
);

export const OwnProblems = ({ problems, total }: { problems: HomeResponse['problems']; total: number }) => (
  <HomeSection title="Your open problems" total={total} allPath="/my-problems">
    {problems.map((problem) => (
      <HomeRow
        key={problem._id}
        to={getProblemPath(problem)}
        title={<bdi>{problem.title}</bdi>}
        meta={[
          formatCount(problem.pendingBids, 'bid'),
          problem.newBids > 0 && (
            <Span color="brand.fg" fontWeight="600">
              {problem.newBids} new
            </Span>
          ),
          problem.openQuestions > 0 && formatCount(problem.openQuestions, 'open question'),
          <TimeAgo key="ago" time={problem.createdAt} />,
        ]}
        end={<Dollars amount={problem.budget} of="budget" />}
      />
    ))}
  </HomeSection>
);

export const OpenQuestions = ({ questions, total }: { questions: HomeResponse['questions']; total: number }) => (
  <HomeSection title="Open questions" total={total}>
    {questions.map(({ _id, problem, author, content, createdAt }) => (
      <HomeRow
        key={_id}
        to={getProblemPath(problem)}
        title={<bdi>{content || problem.title}</bdi>}
        start={<PersonAvatar person={author} diameter={32} />}
        meta={[
          <bdi key="name">{author.name}</bdi>,
          <bdi key="title">{problem.title}</bdi>,
          <TimeAgo key="ago" time={createdAt} />,
        ]}
      />
    ))}
  </HomeSection>
);

export const PendingBids = ({ bids, total }: { bids: HomeResponse['bids']; total: number }) => (
  <HomeSection title="Pending bids" total={total} allPath="/my-bids">
    {bids.map(({ _id, problem, amount, estimatedDays, createdAt }) => (
      <HomeRow
        key={_id}
        to={getProblemPath(problem)}
        title={<bdi>{problem.title}</bdi>}
        meta={[
          formatCount(estimatedDays, 'day'),
          problem.bidCount === 1 ? 'the only bid' : `one of ${formatCount(problem.bidCount, 'bid')}`,
          <TimeAgo key="ago" time={createdAt} />,
        ]}
        end={<Dollars amount={amount} of="bid" />}
      />
    ))}
  </HomeSection>
);

type ShownProblem = Pick<ListedProblem, '_id' | 'title' | 'tags' | 'bidCount' | 'budget' | 'createdAt'>;

const ProblemRow = ({ problem }: { problem: ShownProblem }) => (
  <HomeRow
    to={getProblemPath(problem)}
    title={<bdi>{problem.title}</bdi>}
    meta={[
      problem.tags.length > 0 && <bdi key="tags">{problem.tags.slice(0, 3).join(', ')}</bdi>,
      formatCount(problem.bidCount, 'bid'),
      <TimeAgo key="ago" time={problem.createdAt} />,
    ]}
    end={<Dollars amount={problem.budget} of="budget" />}
  />
);

const renderProblem = (problem: ShownProblem) => <ProblemRow key={problem._id} problem={problem} />;

export const Matches = ({ matches }: { matches: HomeResponse['matches'] }) => (
  <HomeSection title="Problems for you">{matches.map(renderProblem)}</HomeSection>
);

/** For solvers without a matching problem. */
export function NewestProblems({ user }: { user: SessionUser }) {
  const { problems } = useOpenProblems(user._id);
  if (problems.length === 0) return null;
  const text =
    user.expertiseAreas.length > 0 ? (
      'No open problem matches your areas of expertise right now.'
    ) : (
      <>
        <TextLink to="/profile/settings/profile">Add your areas of expertise</TextLink> to see matching problems.
      </>
    );
  return (
    <HomeSection title="Newest problems" text={text} allPath="/problems">
      {problems.map(renderProblem)}
    </HomeSection>
  );
}

const EXAMPLE_COUNT = 3;

/** Solved problems with the most bids, as examples for a first problem (decision 0112). */
export function Examples() {
  const { data } = useInfiniteQuery(problemListOptions({ status: 'solved', sort: 'bids' }));
  const problems = data?.pages[0]?.problems.slice(0, EXAMPLE_COUNT) ?? [];
  if (problems.length === 0) return null;
  return (
    <HomeSection title="Good examples" text="Solved problems that attracted the most bids.">
      {problems.map(renderProblem)}
    </HomeSection>
  );
}

export const RatingsDue = ({ ratings }: { ratings: HomeResponse['ratings'] }) => (
  <HomeSection title="Ratings due">
    {ratings.map(({ problem, person, until }) => (
      <HomeRow
        key={problem._id}
        to={getProblemPath(problem)}
        title={<bdi>{person.name}</bdi>}
        start={<PersonAvatar person={person} diameter={32} />}
        meta={[
          <bdi key="title">{problem.title}</bdi>,
          <Span key="until" whiteSpace="nowrap">
            until <Day time={until} />
          </Span>,
        ]}
      />
    ))}
  </HomeSection>
);
