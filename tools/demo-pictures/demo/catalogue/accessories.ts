import type { Category } from '../garment.ts';
import { oneSize } from './sizes.ts';

export const accessories: Category = {
  slug: 'accessories',
  name: 'Accessories',
  garments: [
    {
      slug: 'tweed-fringed-scarf',
      title: 'Fringed Wool Scarf',
      description:
        'Woven lambswool, lightly milled and finished with a knotted fringe. Long enough to wrap twice. Hand wash cool and dry flat.',
      price: '64.00',
      sizes: oneSize,
      colours: ['sienna', 'gray', 'darkolivegreen'],
      age: 5,
      cut: {
        kind: 'scarf',
        cloth: 'wool',
        pattern: { kind: 'check', ink: 'ivory', size: 120 },
      },
    },
    {
      slug: 'watch-beanie',
      title: 'Watch Beanie',
      description:
        'A close rib in merino with a deep turn-up. It keeps its stretch and packs small. Hand wash cool and dry flat.',
      price: '34.00',
      sizes: oneSize,
      colours: ['goldenrod', 'navy', 'dimgray', 'maroon'],
      age: 8,
      cut: { kind: 'beanie', cloth: 'rib' },
    },
    {
      slug: 'market-tote',
      title: 'Market Tote',
      description:
        'Sixteen-ounce cotton canvas with webbing handles sewn to the base. It stands up on its own and takes a weekly shop. Sponge clean.',
      price: '46.00',
      sizes: oneSize,
      colours: ['ivory', 'olive', 'black'],
      age: 34,
      cut: { kind: 'tote', cloth: 'canvas', stitch: 'tan' },
    },
    {
      slug: 'boot-socks',
      title: 'Boot Socks',
      description:
        'Ribbed wool and nylon socks with a cushioned sole, sold as a pair. They stay up and breathe. Wash at 40 °C inside out.',
      price: '22.00',
      sizes: ['36–39', '40–43', '44–47'],
      colours: ['darkolivegreen', 'silver', 'firebrick'],
      age: 39,
      cut: { kind: 'socks', cloth: 'rib' },
    },
    {
      slug: 'cable-scarf',
      title: 'Cable Knit Scarf',
      description:
        'Two wide cables run its length in soft merino. It lies thick at the neck without weight. Wash on a wool cycle and dry flat.',
      price: '72.00',
      sizes: oneSize,
      colours: ['antiquewhite', 'slategray'],
      age: 15,
      cut: { kind: 'scarf', cloth: 'cable' },
    },
    {
      slug: 'harvest-bandana',
      title: 'Harvest Bandana',
      description:
        'A square of cotton voile with a woven border and a rolled edge. Tie it at the neck, the wrist or a bag. Wash at 30 °C with like colours.',
      price: '18.50',
      sizes: oneSize,
      colours: ['firebrick', 'navy', 'goldenrod'],
      age: 43,
      cut: {
        kind: 'bandana',
        cloth: 'poplin',
        pattern: { kind: 'dots', ink: 'ivory', size: 52 },
      },
    },
    {
      slug: 'fold-mittens',
      title: 'Fold Mittens',
      description:
        'Felted lambswool mittens with a long ribbed cuff. Warm while damp and quick to dry. Hand wash cool and shape while wet.',
      price: '38.00',
      sizes: ['S', 'M', 'L'],
      colours: ['maroon', 'tan', 'darkslategray'],
      soldOut: true,
      age: 49,
      cut: { kind: 'mittens', cloth: 'knit' },
    },
  ],
};
