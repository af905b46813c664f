import { Box } from '@solvent/ui';
import { Hero } from './hero.tsx';
import { LazySection } from './lazy-section.tsx';
import { loadCallToAction, loadCategories, loadFaq, loadHowItWorks, loadWhyChooseUs } from './section-loaders.ts';

/** /home (spec 2). Each reserved height is that of the section it stands for, measured at 390, 480, 768 and 1440 px. */
export function Component() {
  return (
    <Box overflowX="clip">
      <Hero />
      <LazySection load={loadCategories} minH={{ base: '1214px', sm: '710px', md: '766px', lg: '622px' }} />
      <LazySection load={loadHowItWorks} minH={{ base: '712px', md: '502px', lg: '376px' }} />
      <LazySection load={loadWhyChooseUs} minH={{ base: '700px', sm: '640px', md: '506px', lg: '442px' }} />
      <LazySection load={loadFaq} minH={{ base: '471px', md: '545px', lg: '447px' }} />
      <LazySection load={loadCallToAction} minH={{ base: '423px', sm: '334px', md: '448px' }} />
    </Box>
  );
}
