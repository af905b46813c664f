import type { ProblemListItem, ProblemsResponse } from '@solvent/contracts';
import { buildProblem } from '@solvent/testing/factories';

export function problemsAnswer(problems: ProblemListItem[], overrides: Partial<ProblemsResponse> = {}): ProblemsResponse {
  return { problems, total: problems.length, page: 1, limit: 10, totalPages: 1, ...overrides };
}

export function problemsPage(page: number, totalPages: number): ProblemsResponse {
  const problems = Array.from({ length: 10 }, (_, index) => {
    const position = (page - 1) * 10 + index + 1;
    return buildProblem({ _id: `p${position}`, title: `Problem ${position}` });
  });
  return problemsAnswer(problems, { page, totalPages, total: totalPages * 10 });
}
