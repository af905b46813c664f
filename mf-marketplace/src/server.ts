import type { PageHead, ServerRemote } from '@solvent/federation/rendering';
import { queryClient } from '@solvent/http';
import type { DetailedProblem } from './api/problems.ts';
import { problemDetailOptions } from './api/problems.ts';
import remote from './remote.tsx';

type StructuredData = NonNullable<PageHead['data']>;

/** An open problem is a job, any other one a discussion. */
function buildStructuredData(problem: DetailedProblem, url: string): StructuredData {
  const { title, description, createdAt, user, budget, status } = problem;
  const person = { '@type': 'Person', name: user.name } as const;
  if (status !== 'open')
    return {
      '@type': 'DiscussionForumPosting',
      url,
      headline: title,
      text: description,
      author: person,
      datePublished: createdAt,
    };
  return {
    '@type': 'JobPosting',
    url,
    title,
    description,
    datePosted: createdAt,
    employmentType: 'CONTRACTOR',
    jobLocationType: 'TELECOMMUTE',
    hiringOrganization: person,
    baseSalary: { '@type': 'MonetaryAmount', currency: 'USD', value: { '@type': 'QuantitativeValue', value: budget } },
  };
}

const server: ServerRemote = {
  ...remote,
  heads: {
    home: ({ origin }) => ({
      title: 'Software problems, solved',
      description:
        'Post a software problem with a budget, find the developer who solves it, and share code modules in the Toolbox.',
      data: {
        '@type': 'WebSite',
        name: 'Solvent',
        url: `${origin}/home`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${origin}/problems?q={search_term_string}`,
          // Not in schema.org's vocabulary, but required by Google's sitelinks search box.
          ...({ 'query-input': 'required name=search_term_string' } as object),
        },
      },
    }),
    problems: ({ search }) => ({
      title: 'Browse Problems',
      description: 'Open software problems with their budgets: find one that you can solve, and place a bid.',
      // Filtered lists are not indexed.
      isUnlisted: search.size > 0,
    }),
    'view-problem': async ({ params: { id = '' }, origin }) => {
      const problem = await queryClient.fetchQuery(problemDetailOptions(id));
      const path = `/problems/${id}`;
      return {
        title: problem.title,
        description: problem.description,
        canonical: path,
        type: 'article',
        picture: `/api/problems/${id}/card.png`,
        data: buildStructuredData(problem, origin + path),
      };
    },
  },
};

export default server;
