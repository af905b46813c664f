import { chakra } from '@chakra-ui/react';

export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <chakra.svg
      width={`${size}px`}
      height={`${size}px`}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden
      color="brand.solid"
      flexShrink="0"
    >
      <rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor" />
      <path
        d="M12 4.6c2.9 3.3 4.8 5.9 4.8 8.4a4.8 4.8 0 1 1-9.6 0c0-2.5 1.9-5.1 4.8-8.4Z"
        fill="var(--chakra-colors-brand-contrast)"
      />
      <circle cx="13.9" cy="13.6" r="1.5" fill="currentColor" />
    </chakra.svg>
  );
}
