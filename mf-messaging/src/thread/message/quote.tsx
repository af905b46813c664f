import type { QuotedMessage } from '@solvent/contracts';
import { chakra } from '@solvent/ui';
import { useThreadActions } from '../actions/thread-actions.ts';

const Frame = chakra('button', {
  base: {
    display: 'block',
    maxW: '100%',
    ps: '2',
    py: '0.5',
    mt: '0.5',
    borderInlineStartWidth: '3px',
    borderColor: 'brand.solid',
    textAlign: 'start',
    textStyle: 'meta',
    cursor: 'pointer',
    rounded: 'l1',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
    '@media (pointer: coarse)': { minH: '44px' },
  },
});

const Line = chakra('span', { base: { display: 'block', truncate: true } });

/** What a message answers; a press goes there. */
export function Quote({ quote }: { quote: QuotedMessage }) {
  const { jumpTo, userId } = useThreadActions();
  const who = quote.sender._id === userId ? 'You' : quote.sender.name;
  return (
    <Frame type="button" aria-label={`Reply to ${who}: ${quote.preview}`} onClick={() => jumpTo(quote.seq)}>
      <Line fontWeight="600" color="brand.fg">
        {who}
      </Line>
      <Line dir="auto" color="fg.muted">
        {quote.preview}
      </Line>
    </Frame>
  );
}
