import type { Category } from '../garment.ts';
import { dressSizes } from './sizes.ts';

export const skirts: Category = {
  slug: 'skirts',
  name: 'Skirts',
  garments: [
    {
      slug: 'ledger-pleated-skirt',
      title: 'Ledger Pleated Skirt',
      description:
        'Knife pleats set into a narrow waistband, in a light wool. They are stitched to the hip and open to mid-calf. Dry clean; steam to refresh the pleats.',
      price: '128.00',
      sizes: dressSizes,
      colours: ['darkslategray', 'tan', 'maroon'],
      age: 3,
      cut: { kind: 'skirt', cloth: 'wool', length: 1.12, flare: 1.35, style: 'pleated' },
    },
    {
      slug: 'willow-wrap-skirt',
      title: 'Willow Wrap Skirt',
      description:
        'Linen twill wrapped and tied at the waist. The edge runs on a curve, so that it opens as you walk. Wash at 30 °C and iron while damp.',
      price: '92.00',
      sizes: dressSizes,
      colours: ['peru', 'ivory', 'olive'],
      age: 17,
      cut: { kind: 'skirt', cloth: 'linen', length: 1.04, flare: 1.25, style: 'wrap' },
    },
    {
      slug: 'kiln-denim-skirt',
      title: 'Kiln Denim Skirt',
      description:
        'Rigid denim cut straight to the knee with five pockets. The hem is double-stitched and will not roll. Wash cold, inside out.',
      price: '84.00',
      sizes: dressSizes,
      colours: ['steelblue', 'midnightblue'],
      age: 23,
      cut: {
        kind: 'skirt',
        cloth: 'denim',
        length: 0.78,
        flare: 1.04,
        style: 'jeans',
        stitch: 'peru',
      },
    },
    {
      slug: 'field-button-skirt',
      title: 'Field Button Skirt',
      description:
        'An A-line skirt in fine corduroy, buttoned down the front. It sits at the waist and clears the knee. Wash at 30 °C inside out.',
      price: '88.00',
      sizes: dressSizes,
      colours: ['goldenrod', 'saddlebrown', 'navy'],
      sale: {
        compareAt: '110.00',
        earlier: [
          ['98.00', 15],
          ['110.00', 3],
        ],
      },
      age: 30,
      cut: {
        kind: 'skirt',
        cloth: 'cord',
        length: 0.84,
        flare: 1.3,
        style: 'buttons',
        buttons: 'saddlebrown',
      },
    },
    {
      slug: 'dusk-satin-skirt',
      title: 'Dusk Satin Skirt',
      description:
        'Bias-cut satin with an elastic waist covered in the same cloth. It skims the hip and falls to the ankle. Hand wash cool, hang to dry.',
      price: '106.00',
      sizes: ['XS', 'S', 'M', 'L', 'XL'],
      colours: ['thistle', 'black', 'burlywood'],
      age: 6,
      cut: { kind: 'skirt', cloth: 'satin', length: 1.2, flare: 1.22, style: 'plain' },
    },
    {
      slug: 'heath-check-skirt',
      title: 'Heath Check Skirt',
      description:
        'A windowpane check in brushed wool, cut as a straight midi with a back vent. Lined to the hem. Dry clean.',
      price: '132.00',
      sizes: dressSizes,
      colours: ['slategray', 'rosybrown'],
      age: 36,
      cut: {
        kind: 'skirt',
        cloth: 'wool',
        length: 1.02,
        flare: 1.08,
        style: 'plain',
        pattern: { kind: 'windowpane', ink: 'ivory', size: 78 },
      },
    },
    {
      slug: 'fair-tiered-skirt',
      title: 'Fair Tiered Skirt',
      description:
        'Three gathered tiers of cotton poplin on an elastic waist. Full, light and cut to mid-calf. Wash at 30 °C on a gentle cycle.',
      price: '96.00',
      sizes: dressSizes,
      colours: ['seashell', 'cadetblue'],
      soldOut: true,
      age: 52,
      cut: { kind: 'skirt', cloth: 'poplin', length: 1.1, flare: 1.6, style: 'tiers' },
    },
  ],
};
