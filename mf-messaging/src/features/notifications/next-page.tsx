import { useNearEnd } from '@solvent/kit';
import { Box, Button, Center, InlineSpinner } from '@solvent/ui';

interface NextPageProps {
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
}

/** The end of what is loaded: asks for more before it comes into view, and waits for a person after a failure. */
export function NextPage({ loading, failed, onLoad }: NextPageProps) {
  const end = useNearEnd(!loading && !failed, onLoad);
  if (failed && !loading) {
    return (
      <Center py="4">
        <Button variant="outline" colorPalette="gray" onClick={onLoad}>
          Try again
        </Button>
      </Center>
    );
  }
  return (
    <Box ref={end} minH="52px">
      {loading ? <InlineSpinner size="sm" /> : null}
    </Box>
  );
}
