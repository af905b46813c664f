import type { Module } from '@solvent/contracts';
import type { PageHead, ServerRemote } from '@solvent/federation/rendering';
import { queryClient } from '@solvent/http';
import { moduleOptions } from './api/modules.ts';
import remote from './remote.tsx';

/** Structured data for search engines (schema.org). */
function toStructuredData(module: Module, url: string): PageHead['data'] {
  const { title, description, author, releasedAt, updatedAt, version, tags, priceCents, rating, ratingCount } = module;
  return {
    '@type': 'SoftwareSourceCode',
    url,
    name: title,
    description,
    author: { '@type': 'Person', name: author.name },
    datePublished: releasedAt,
    dateModified: updatedAt,
    version,
    keywords: tags,
    offers: { '@type': 'Offer', url, price: priceCents / 100, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    ...(ratingCount > 0 ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, ratingCount } } : {}),
  };
}

/** Adds titles, descriptions and previews to the pages. */
const server: ServerRemote = {
  ...remote,
  heads: {
    catalogue: ({ search }) => ({
      title: 'Toolbox',
      description: 'Code modules by developers, free or for sale: authentication, payments, file uploads and more, ready to use.',
      isUnlisted: search.size > 0,
    }),
    module: async ({ params: { moduleId = '' }, origin }) => {
      const module = await queryClient.fetchQuery(moduleOptions(moduleId));
      const path = `/toolbox/${moduleId}`;
      return {
        title: module.title,
        description: module.description,
        picture: `/api/modules/${moduleId}/card.png`,
        data: toStructuredData(module, origin + path),
      };
    },
  },
};

export default server;
