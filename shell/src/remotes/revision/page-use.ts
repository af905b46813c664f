/** What a person is doing with the page, as far as a full page load in between could lose something of it. */
export interface PageUse {
  /** Anything was typed or chosen in this page, sent or not: a draft of it may be in memory. */
  isTyped: () => boolean;
  /** A link is being followed at this very moment: the navigation comes of it, and of nothing that was done in the page. */
  isFollowing: () => boolean;
  stop: () => void;
}

/** Watches what is typed and which links are followed. */
export function watchPageUse(): PageUse {
  let isTyped = false;
  let isFollowing = false;
  const onInput = () => void (isTyped = true);
  const onClick = ({ target }: MouseEvent) => {
    isFollowing = target instanceof Element && target.closest('a[href]') !== null;
    // The router hears of the click while it is dispatched.
    setTimeout(() => (isFollowing = false));
  };
  // Before anybody else: the router acts on the same click.
  document.addEventListener('input', onInput, true);
  document.addEventListener('click', onClick, true);
  return {
    isTyped: () => isTyped,
    isFollowing: () => isFollowing,
    stop() {
      document.removeEventListener('input', onInput, true);
      document.removeEventListener('click', onClick, true);
    },
  };
}
