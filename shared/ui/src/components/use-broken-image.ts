import { useState } from 'react';

/**
 * Whether a picture could not be loaded, so that something else stands in its place.
 *
 * @param src of the `img`; null for none
 * @returns what its `img` takes besides: by them it is known
 */
export function useBrokenImage(src: string | null) {
  const [broken, setBroken] = useState<string | null>(null);
  const markBroken = () => setBroken(src);
  // On a page of the server it may have failed before anybody listened.
  const checkImage = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) markBroken();
  };
  return { isBroken: src !== null && src === broken, imageProps: { ref: checkImage, onError: markBroken } };
}
