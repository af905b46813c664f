import { getSession, isBrowser, useSession } from '@solvent/store';
import { Box, lazyComponent, Page, PageHeading } from '@solvent/ui';
import { Hero } from './hero.tsx';
import { LazySection } from './lazy-section.tsx';
import { SignedInHome } from './preload-home.ts';

// This module is preloaded, so preload what it renders next.
if (isBrowser && getSession().isLogin) void SignedInHome.preload();

// Each section below the first screen is its own chunk (product 2.9).
const Categories = lazyComponent(() => import(/* webpackChunkName: "home-categories" */ './sections/categories-section.tsx'));
const FromTheToolbox = lazyComponent(() => import(/* webpackChunkName: "home-toolbox" */ './sections/toolbox-section.tsx'));
const HowItWorks = lazyComponent(() => import(/* webpackChunkName: "home-sections" */ './sections/how-it-works-section.tsx'));
const WhyChooseUs = lazyComponent(() => import(/* webpackChunkName: "home-sections" */ './sections/why-choose-us-section.tsx'));
const Faq = lazyComponent(() => import(/* webpackChunkName: "home-sections" */ './sections/faq-section.tsx'));
const CallToAction = lazyComponent(() => import(/* webpackChunkName: "home-sections" */ './sections/call-to-action-section.tsx'));

/** /home for visitors (product 2.9). Reserved heights are measured at 390, 480, 768 and 1440 px. */
function VisitorsHome() {
  return (
    <Box overflowX="clip">
      <Hero />
      <LazySection section={Categories} minH={{ base: '834px', sm: '610px', md: '766px', lg: '622px' }} />
      <LazySection section={FromTheToolbox} minH={{ base: '680px', md: '585px', lg: '663px' }} />
      <LazySection section={HowItWorks} minH={{ base: '712px', md: '502px', lg: '376px' }} />
      <LazySection section={WhyChooseUs} minH={{ base: '700px', sm: '640px', md: '506px', lg: '442px' }} />
      <LazySection section={Faq} minH={{ base: '471px', md: '545px', lg: '447px' }} />
      <LazySection section={CallToAction} minH={{ base: '423px', sm: '334px', md: '448px' }} />
    </Box>
  );
}

/** /home for visitors (product 2.9) and for signed-in users (product 2.49). */
export function Component() {
  const isLogin = useSession((state) => state.isLogin);
  if (isLogin)
    return (
      <Page>
        <PageHeading text="Your current work and what to do next.">Home</PageHeading>
        <SignedInHome />
      </Page>
    );
  return <VisitorsHome />;
}
