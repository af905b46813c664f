import type { PublicProfile } from '@solvent/contracts';
import type { PageHead, ServerRemote } from '@solvent/federation/rendering';
import { queryClient } from '@solvent/http';
import { publicProfileOptions } from './api/public-profiles.ts';
import remote from './remote.tsx';

const ROLE_DESCRIPTIONS = { seeker: 'posts software problems', solver: 'solves software problems' } as const;

const buildProfileData = (
  { name, headline, image, expertiseAreas, memberSince }: PublicProfile,
  url: string,
  origin: string,
): PageHead['data'] => ({
  '@type': 'ProfilePage',
  url,
  dateCreated: memberSince,
  mainEntity: {
    '@type': 'Person',
    name,
    url,
    ...(headline ? { description: headline } : {}),
    ...(image ? { image: new URL(image, origin).href } : {}),
    ...(expertiseAreas.length > 0 ? { knowsAbout: expertiseAreas } : {}),
  },
});

const server: ServerRemote = {
  ...remote,
  heads: {
    'sign-in': () => ({ title: 'Sign in', description: 'Sign in to Solvent with your email, GitHub or Google.' }),
    'sign-up': () => ({
      title: 'Create an account',
      description: 'Join Solvent: post software problems with a budget, or solve them.',
    }),
    'public-profile': async ({ params: { id = '' }, origin }) => {
      const person = await queryClient.fetchQuery(publicProfileOptions(id));
      const path = `/profile/${id}`;
      return {
        title: person.name,
        description: person.headline || `${person.name} ${ROLE_DESCRIPTIONS[person.role]} on Solvent.`,
        type: 'profile',
        picture: `/api/auth/profile/${id}/card.png`,
        data: buildProfileData(person, origin + path, origin),
      };
    },
  },
};

export default server;
