import { getSession, isBrowser, useSession } from '@solvent/store';
import { Box, lazyComponent, Page, PageHeading } from '@solvent/ui';
import { Hero } from './hero.tsx';
import { LazySection } from './lazy-section.tsx';
import { SignedInHome } from './preload-home.ts';

// With this page's code, which is fetched ahead, so is what follows from it.
if (isBrowser && getSession().isLogin) void SignedInHome.preload();

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

/** The page's frame; to who is signed in it does not show before React knows of them. */
const FRAME = { overflowX: 'clip', 'data-for': 'visitors' } as const;

/** What the server made for visitors, on the page of somebody who is signed in: React leaves it alone, since their own takes its place at once. */
const ServedMarkup = () => <Box {...FRAME} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;

/** /home for visitors (product 2.9). Each reserved height is that of the section it stands for, measured at 390, 480, 768 and 1440 px. */
function VisitorsHome() {
  return (
    <Box {...FRAME}>
      <Hero />
      <LazySection section={Categories} minH={{ base: '834px', sm: '610px', md: '766px', lg: '622px' }} />
      <LazySection section={HowItWorks} minH={{ base: '712px', md: '502px', lg: '376px' }} />
      <LazySection section={WhyChooseUs} minH={{ base: '700px', sm: '640px', md: '506px', lg: '442px' }} />
      <LazySection section={Faq} minH={{ base: '471px', md: '545px', lg: '447px' }} />
      <LazySection section={CallToAction} minH={{ base: '423px', sm: '334px', md: '448px' }} />
    </Box>
  );
}

/** /home: what visitors are told (product 2.9), or what who is signed in has under way (product 2.49). */
export function Component() {
  const isLogin = useSession((state) => state.isLogin);
  if (isLogin)
    return (
      <Page>
        <PageHeading text="What you have under way, and what to do next.">Home</PageHeading>
        <SignedInHome />
      </Page>
    );
  // While React takes over what the server made, it knows of no session yet.
  return isBrowser && getSession().isLogin ? <ServedMarkup /> : <VisitorsHome />;
}
