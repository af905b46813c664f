import { useSession } from '@solvent/store';
import { Flex, LinkButton } from '@solvent/ui';
import { Upload } from 'lucide-react';

/** Where one's own things are, for who is signed in, and the way to share a module. */
export function CatalogueActions() {
  const isLogin = useSession((state) => state.isLogin);
  return (
    <Flex gap={{ base: '1', md: '2' }} wrap="wrap">
      {isLogin ? (
        <>
          <LinkButton to="/toolbox/saved" variant="ghost" colorPalette="gray" px={{ base: '2', md: '3.5' }}>
            Saved
          </LinkButton>
          <LinkButton to="/toolbox/own" variant="ghost" colorPalette="gray" px={{ base: '2', md: '3.5' }}>
            My modules
          </LinkButton>
        </>
      ) : null}
      <LinkButton to="/toolbox/upload">
        <Upload size={16} aria-hidden />
        Upload a module
      </LinkButton>
    </Flex>
  );
}
