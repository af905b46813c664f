import type { PersonReview, PublicProfile } from '@solvent/contracts';
import type { Profile, ReviewCard } from './repository.ts';

function presentReview({ id, rating, text, createdAt, author, problem }: ReviewCard): PersonReview {
  return {
    _id: id,
    rating,
    text,
    author: { _id: author.id, name: author.name, image: author.image },
    problem: { _id: problem.id, title: problem.title },
    createdAt: createdAt.toISOString(),
  };
}

/** What anybody may see of a person. Never the e-mail address. */
export function presentProfile({ person, stats, reviews }: Profile): PublicProfile {
  return {
    _id: person.id,
    name: person.name,
    image: person.image,
    role: person.role,
    headline: person.headline,
    bio: person.bio,
    location: person.location,
    website: person.website,
    github: person.github,
    expertiseAreas: person.expertiseAreas,
    memberSince: person.createdAt.toISOString(),
    stats,
    reviews: reviews.map(presentReview),
  };
}
