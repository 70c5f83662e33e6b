/** A rating as a line says it; nothing where there is none. */
export function ratingWords(rating: number | null): string {
  return rating === null || rating === 0 ? '' : `rated ${rating}`;
}
