import { Box, Button, Flex, Text } from '@solvent/ui';
import { loadAddress } from '../load-address.ts';
import { useRemotes } from '../remotes-context.ts';
import type { AppliedOverride } from './stored-overrides.ts';
import { clearOverrides } from './stored-overrides.ts';

function describeOverride({ remote, target, refused, missing }: AppliedOverride): string {
  if (refused !== null) return `${remote}@${target} does not run: ${refused}`;
  if (missing !== undefined) return `${remote} from ${target} is unavailable. Nothing runs instead.`;
  return `${remote} runs from ${target}`;
}

/** Shows which overrides run in this tab, so that they are not mistaken for the live versions. */
export function Component({ onShowRemotes }: { onShowRemotes: () => void }) {
  const { overrides } = useRemotes();
  return (
    <Flex
      as="aside"
      aria-label="Overrides of this tab"
      position="fixed"
      insetX="0"
      bottom={{ base: '64px', md: '16px' }}
      mx="auto"
      w="fit-content"
      maxW="min(640px, calc(100vw - 32px))"
      zIndex="banner"
      direction={{ base: 'column', md: 'row' }}
      align={{ base: 'stretch', md: 'center' }}
      gap="2"
      p={{ base: '3', md: '2' }}
      ps={{ base: '3', md: '4' }}
      rounded="l3"
      borderWidth="1px"
      borderColor="border.emphasized"
      bg="bg.raised"
      shadow="md"
      textStyle="sm"
    >
      <Box maxH="40dvh" overflowY="auto">
        {overrides.map((override) => (
          <Text key={`${override.remote}@${override.target}`} color={override.build ? 'fg' : 'fg.error'} overflowWrap="anywhere">
            {describeOverride(override)}
          </Text>
        ))}
      </Box>
      <Flex gap="2" justify="flex-end">
        <Button size="xs" variant="ghost" onClick={() => onShowRemotes()}>
          Details
        </Button>
        <Button size="xs" variant="outline" onClick={() => loadAddress(clearOverrides(location.href))}>
          Reset
        </Button>
      </Flex>
    </Flex>
  );
}
