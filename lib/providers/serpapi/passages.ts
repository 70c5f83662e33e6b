import type { Block } from '#lib/providers/serpapi/blocks';

/** A stretch of the text that can cite. */
export interface Citing {
  references: number[];
  links: { address: string }[];
}

/** Every stretch of the text that can cite, in the order a reader meets them. */
export function passagesOf(blocks: Block[]): Citing[] {
  return blocks.flatMap(citingParts);
}

function citingParts(block: Block): Citing[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [block];
    case 'list':
      return [
        ...block.items.flatMap((item) => [item, ...passagesOf(item.blocks)]),
        { references: block.references, links: [] },
      ];
    case 'table':
      return [{ references: block.references, links: [] }];
    case 'section':
      return passagesOf(block.blocks);
    case 'code':
      return [];
  }
}
