import { defineTextStyles } from '@chakra-ui/react';

/** Type scale (product 10.3): size/line height in px. */
export const textStyles = defineTextStyles({
  ui: { value: { fontSize: '14px', lineHeight: '20px' } },
  body: { value: { fontSize: '16px', lineHeight: '26px' } },
  meta: { value: { fontSize: '12px', lineHeight: '16px' } },
  cardTitle: { value: { fontSize: '16px', lineHeight: '24px', fontWeight: '600' } },
  sectionTitle: { value: { fontSize: '20px', lineHeight: '28px', fontWeight: '600', letterSpacing: '-0.01em' } },
  pageTitle: { value: { fontSize: '24px', lineHeight: '32px', fontWeight: '700', letterSpacing: '-0.015em' } },
  hero: { value: { fontSize: 'clamp(36px, 6vw, 60px)', lineHeight: '1.08', fontWeight: '700', letterSpacing: '-0.03em' } },
});
