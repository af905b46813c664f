import { Box } from '@solvent/ui';
import { Hero } from './hero.tsx';
import { LazySection } from './lazy-section.tsx';
import { loadCallToAction, loadCategories, loadFaq, loadHowItWorks, loadWhyChooseUs } from './section-loaders.ts';

/** /home (spec 2). Each reserved height is that of the section it stands for, measured at 390, 768 and 1440 px. */
export function Component() {
  return (
    <Box overflowX="clip">
      <Hero />
      <LazySection load={loadCategories} minH={{ base: '1010px', sm: '640px', md: '560px', lg: '480px' }} />
      <LazySection load={loadHowItWorks} minH={{ base: '700px', md: '480px', lg: '330px' }} />
      <LazySection load={loadWhyChooseUs} minH={{ base: '720px', md: '400px' }} />
      <LazySection load={loadFaq} minH={{ base: '640px', md: '560px' }} />
      <LazySection load={loadCallToAction} minH={{ base: '400px', md: '360px' }} />
    </Box>
  );
}
