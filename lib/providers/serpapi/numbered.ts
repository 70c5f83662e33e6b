/** Where an entry of a listing stands. */
export interface Placed {
  /** From 1, through all pages. */
  position: number;
  /** From 1. */
  page: number;
}

/** The entries of pages in their order; the vendor numbers each page from 1 again. */
export function numbered<T extends object>(pages: T[][]): (T & Placed)[] {
  return pages
    .flatMap((entries, index) => entries.map((entry) => ({ ...entry, page: index + 1 })))
    .map((entry, index) => ({ ...entry, position: index + 1 }));
}
