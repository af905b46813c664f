import type { MyBid } from '@solvent/contracts';
import { presentBid } from '../present-bid.ts';
import type { OwnBid } from './read-bids.ts';

/** An own bid with the problem that it is for. */
export function presentOwnBid({ problem, poster, ...own }: OwnBid): MyBid {
  const { id, title, status, budget } = problem;
  const user = { _id: poster.id, name: poster.name, image: poster.image };
  return { ...presentBid(own), problem: { _id: id, title, status, budget, user } };
}
