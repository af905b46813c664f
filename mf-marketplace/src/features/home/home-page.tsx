import { getSession, isBrowser, useSession } from '@solvent/store';
import { Page, PageHeading } from '@solvent/ui';
import { OwnHome } from './own-home-code.ts';
import { LeftAlone, VisitorsHome } from './visitors-home.tsx';

// With this page's code, which is fetched ahead, so is what follows from it.
if (isBrowser && getSession().isLogin) void OwnHome.preload();

/** /home: what visitors are told (product 2.9), or what who is signed in has under way (product 2.49). */
export function Component() {
  const isLogin = useSession((state) => state.isLogin);
  if (isLogin)
    return (
      <Page>
        <PageHeading text="What you have under way, and what to do next.">Home</PageHeading>
        <OwnHome />
      </Page>
    );
  // While React takes over what the server made, it knows of no session yet.
  return isBrowser && getSession().isLogin ? <LeftAlone /> : <VisitorsHome />;
}
