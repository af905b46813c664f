import { Skeleton, Stack } from '@chakra-ui/react';

export function TextSkeleton() {
  return (
    <Stack gap="3" maxW="68ch">
      {['100%', '94%', '97%', '60%'].map((width) => (
        <Skeleton key={width} h="14px" w={width} />
      ))}
    </Stack>
  );
}
