import type { Brand, Category } from '#lib/sandbox/market/category';
import { eBikes } from '#lib/sandbox/market/e-bikes';
import { espressoMachines } from '#lib/sandbox/market/espresso-machines';
import { luggage } from '#lib/sandbox/market/luggage';
import { mattresses } from '#lib/sandbox/market/mattresses';
import { noteApps } from '#lib/sandbox/market/note-apps';
import { trailShoes } from '#lib/sandbox/market/trail-shoes';

/** Everything the fictional market sells. */
export const categories: readonly Category[] = [
  trailShoes,
  espressoMachines,
  eBikes,
  noteApps,
  mattresses,
  luggage,
];

export const categoryOfBrand: ReadonlyMap<Brand, Category> = new Map(
  categories.flatMap((category) => category.brands.map((brand) => [brand, category] as const)),
);
