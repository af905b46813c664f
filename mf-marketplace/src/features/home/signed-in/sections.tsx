import type { HomeResponse } from '@solvent/contracts';
import { Day, formatCount, formatMoney, RelativeTime, toCents } from '@solvent/kit';
import { PersonAvatar, Span, TextLink } from '@solvent/ui';
import { WorkStep } from '../../../agreement/work-step.tsx';
import { HomeRow, HomeSection } from './rows.tsx';

const getProblemPath = ({ _id }: { _id: string }) => `/view-problems/${_id}`;
const Dollars = ({ amount }: { amount: number }) => (
  <Span fontWeight="600" fontVariantNumeric="tabular-nums">
    {formatMoney(toCents(amount))}
  </Span>
);
const TimeAgo = ({ time }: { time: string }) => <RelativeTime time={time} />;

export const ActiveWork = ({ work, total }: { work: HomeResponse['work']; total: number }) => (
  <HomeSection title="Work in progress" total={total}>
    {work.map(({ problem, person, amount, step, dueAt }) => (
      <HomeRow
        key={problem._id}
        to={getProblemPath(problem)}
        title={<bdi>{problem.title}</bdi>}
        start={<PersonAvatar person={person} diameter={32} />}
        meta={[<bdi key="name">{person.name}</bdi>, <WorkStep key="step" work={{ step, dueAt }} />]}
        end={<Dollars amount={amount} />}
      />
    ))}
  </HomeSection>
);

export const OwnProblems = ({ problems, total }: { problems: HomeResponse['problems']; total: number }) => (
  <HomeSection title="Your open problems" total={total} allPath="/my-problems" empty="No open problems yet.">
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
        end={<Dollars amount={problem.budget} />}
      />
    ))}
  </HomeSection>
);

export const OpenQuestions = ({ questions, total }: { questions: HomeResponse['questions']; total: number }) => (
  <HomeSection title="Open questions" total={total} empty="No open questions.">
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
  <HomeSection title="Pending bids" total={total} allPath="/my-bids" empty="No pending bids.">
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
        end={<Dollars amount={amount} />}
      />
    ))}
  </HomeSection>
);

const NoMatches = ({ hasAreas }: { hasAreas: boolean }) =>
  hasAreas ? (
    <>
      No open problem matches your areas of expertise right now. <TextLink to="/problems">Browse all</TextLink>
    </>
  ) : (
    <>
      <TextLink to="/profile/settings/profile">Add your areas of expertise</TextLink> to see matching problems.
    </>
  );

export const Matches = ({ matches, hasAreas }: { matches: HomeResponse['matches']; hasAreas: boolean }) => (
  <HomeSection title="Problems for you" empty={<NoMatches hasAreas={hasAreas} />}>
    {matches.map((problem) => (
      <HomeRow
        key={problem._id}
        to={getProblemPath(problem)}
        title={<bdi>{problem.title}</bdi>}
        meta={[
          <bdi key="tags">{problem.tags.slice(0, 3).join(', ')}</bdi>,
          formatCount(problem.bidCount, 'bid'),
          <TimeAgo key="ago" time={problem.createdAt} />,
        ]}
        end={<Dollars amount={problem.budget} />}
      />
    ))}
  </HomeSection>
);

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
