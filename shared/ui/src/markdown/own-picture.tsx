import type { ComponentProps } from 'react';
import { useBrokenImage } from '../components/use-broken-image.ts';

/** A file of this site, also by a signed link (`fileLinks` of the API), with the size that whoever wrote the text found it to have, if they did. */
const OWN_FILE_URL =
  /^(\/api\/files\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\?expires=\d{1,15}&signature=[\w-]{1,100})?)(?:#(\d{1,5})x(\d{1,5}))?$/i;

/** Pictures that this page has just sent, which nobody may read before what is written is stored: shown from here meanwhile. */
const uploadedUrls = new Map<string, string>();

/** Has this page show a file that it has just sent, until it ends. */
export function showUploadedPicture(address: string, content: Blob): void {
  uploadedUrls.set(address, URL.createObjectURL(content));
}

interface OwnPictureAddress {
  address: string;
  width: number | undefined;
  height: number | undefined;
}

/** Whether it is a picture of this site, which tells nobody else who reads it (product 5.15). */
export function parseOwnPicture(src: string): OwnPictureAddress | undefined {
  const [, address, width, height] = OWN_FILE_URL.exec(src) ?? [];
  if (address === undefined) return undefined;
  return { address, width: Number(width) || undefined, height: Number(height) || undefined };
}

interface OwnPictureProps extends OwnPictureAddress {
  /** What it shows. */
  altText: string;
  /** What leads to it at its full size; a picture that stands in a link leads nowhere else. */
  link: ComponentProps<'a'> | undefined;
}

/** A picture of this site. Its place is kept before it comes; one that does not come is a link with its words. */
export function OwnPicture({ address, width, height, altText, link }: OwnPictureProps) {
  const { isBroken, imageProps } = useBrokenImage(address);
  const src = uploadedUrls.get(address) ?? address;
  const size = width && height ? { width, height } : { 'data-unsized': '' };
  const shown = isBroken ? altText : <img {...imageProps} {...size} src={src} alt={altText} loading="lazy" decoding="async" />;
  return link ? <a {...link}>{shown}</a> : shown;
}
