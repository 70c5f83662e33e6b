import type { Brand, Category } from '#lib/engines/sandbox/market/category';
import { eBikes } from '#lib/engines/sandbox/market/e-bikes';
import { espressoMachines } from '#lib/engines/sandbox/market/espresso-machines';
import { luggage } from '#lib/engines/sandbox/market/luggage';
import { mattresses } from '#lib/engines/sandbox/market/mattresses';
import { noteApps } from '#lib/engines/sandbox/market/note-apps';
import { trailShoes } from '#lib/engines/sandbox/market/trail-shoes';

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
