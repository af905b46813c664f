/** Somewhere that the palette leads to. */
export interface PaletteEntry {
  to: string;
  label: string;
  /** A word beside it, such as a problem's status. */
  detail?: string;
}

/** Entries of one kind. */
export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
  /** In place of entries, or above them: that they are on their way, or did not come. */
  note?: string | undefined;
}
