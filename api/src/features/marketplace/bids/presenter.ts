import type { Bid, MyBid } from '@solvent/contracts';
import type { BidWithSolver, OwnBid } from './queries.ts';
import { presentPerson } from '../../accounts/index.ts';
import type { FileLinks } from '../../files/index.ts';

export type LinkTo = FileLinks['linkTo'];

/** For the seeker and the solver of a bid only. */
export function presentBid({ bid, solver, files, unconfirmedSince, ...rating }: BidWithSolver, linkTo: LinkTo): Bid {
  // The response's schema leaves out the other columns.
  const { id, ...fields } = bid;
  return {
    ...fields,
    _id: id,
    solver: { ...presentPerson(solver), ...rating },
    files: files.map((file) => ({ ...file, url: linkTo(file._id) })),
    unconfirmedSince,
    createdAt: bid.createdAt.toISOString(),
    updatedAt: bid.updatedAt.toISOString(),
  };
}

export function presentOwnBid({ problem, poster, ...own }: OwnBid, linkTo: LinkTo): MyBid {
  const { id, title, status, budget } = problem;
  const user = presentPerson(poster);
  return { ...presentBid(own, linkTo), problem: { _id: id, title, status, budget, user } };
}
