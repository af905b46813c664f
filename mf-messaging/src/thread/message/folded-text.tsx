import { Box, lazyComponent } from '@solvent/ui';
import type { FoldedTextProps } from './folded-content.tsx';

/** 20 lines of 24 px on phones, else of 20 px. */
const MAX_HEIGHT = { base: '480px', md: '400px' };

/** Texts below these limits have fewer lines on every screen. */
const [MIN_LENGTH, MIN_LINE_BREAKS] = [400, 8];

const mayBeLong = (text: string): boolean => text.length >= MIN_LENGTH || text.split('\n').length > MIN_LINE_BREAKS;

const FoldedContent = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './folded-content.tsx'));

/** Folds a long message after 20 lines (product 4.35). */
export function FoldedText(props: FoldedTextProps) {
  if (!mayBeLong(props.text)) return props.children;
  const clipped = (
    <Box maxH={MAX_HEIGHT} overflow="hidden">
      {props.children}
    </Box>
  );
  return <FoldedContent {...props} maxH={MAX_HEIGHT} fallback={clipped} renderLoadError={() => props.children} />;
}
