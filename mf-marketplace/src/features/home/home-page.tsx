import { queryClient } from '@solvent/http';
import { Box, lazyComponent } from '@solvent/ui';
import { categoryCountsOptions, OPENING_QUERY, problemListOptions } from '../../api/problems.ts';
import { Hero } from './hero.tsx';
import { LazySection } from './lazy-section.tsx';

// Every section below the first screen is a chunk of its own (product 2.9).
const Categories = lazyComponent(() => import(/* webpackChunkName: "home-categories" */ './sections/categories-section.tsx'));
const HowItWorks = lazyComponent(() => import(/* webpackChunkName: "home-how-it-works" */ './sections/how-it-works-section.tsx'));
const WhyChooseUs = lazyComponent(
  () => import(/* webpackChunkName: "home-why-choose-us" */ './sections/why-choose-us-section.tsx'),
);
const Faq = lazyComponent(() => import(/* webpackChunkName: "home-faq" */ './sections/faq-section.tsx'));
const CallToAction = lazyComponent(
  () => import(/* webpackChunkName: "home-call-to-action" */ './sections/call-to-action-section.tsx'),
);

export const preload = () =>
  Promise.all([
    queryClient.prefetchInfiniteQuery(problemListOptions(OPENING_QUERY)),
    queryClient.prefetchQuery(categoryCountsOptions(OPENING_QUERY)),
  ]);

/** /home (product 2.9). Each reserved height is that of the section it stands for, measured at 390, 480, 768 and 1440 px. */
export function Component() {
  return (
    <Box overflowX="clip">
      <Hero />
      <LazySection section={Categories} minH={{ base: '1214px', sm: '710px', md: '766px', lg: '622px' }} />
      <LazySection section={HowItWorks} minH={{ base: '712px', md: '502px', lg: '376px' }} />
      <LazySection section={WhyChooseUs} minH={{ base: '700px', sm: '640px', md: '506px', lg: '442px' }} />
      <LazySection section={Faq} minH={{ base: '471px', md: '545px', lg: '447px' }} />
      <LazySection section={CallToAction} minH={{ base: '423px', sm: '334px', md: '448px' }} />
    </Box>
  );
}
