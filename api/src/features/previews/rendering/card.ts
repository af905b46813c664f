/** The size of every card (px): what link previews show without cutting it. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** What the picture of a link preview says. Texts are people's own: any characters, any length. */
export interface Card {
  /** What is shown, in the corner: "Problem". */
  kind: string;
  title: string;
  /** The title is somebody's name: their initials stand beside it. */
  isPerson?: boolean;
  /** Stands for a title whose letters the fonts do not have. */
  untitled: string;
  /** A line or two below the title; empty for none. */
  text: string;
  /** The first one stands out. A value is a few words at most. */
  figures: { label: string; value: string }[];
  /** Whose it is, and what that person has to do with it: "Posted by". */
  person?: { label: string; name: string } | undefined;
}

/** Draws cards: the port. */
export interface CardRenderer {
  /**
   * A PNG of {@link CARD_SIZE}.
   * @throws LostJobError where it takes too long, or its process died of it
   */
  render(card: Card): Promise<Uint8Array>;
  /** Ends what is under way. */
  close(): Promise<void>;
}
