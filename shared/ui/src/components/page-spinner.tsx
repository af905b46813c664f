import { Center, Spinner } from '@chakra-ui/react';

/** A full-page spinner (product 2.2). */
export function PageSpinner() {
  return (
    <Center minH="60vh" role="status" aria-label="Loading">
      <Spinner size="lg" color="brand.solid" borderWidth="3px" />
    </Center>
  );
}

export function InlineSpinner({ size = 'md' }: { size?: 'sm' | 'md' | 'lg' }) {
  return (
    <Center py={size === 'lg' ? '16' : '4'} role="status" aria-label="Loading">
      <Spinner size={size} color="brand.solid" />
    </Center>
  );
}
