import type { Category } from '../garment.ts';
import { waists } from './sizes.ts';

export const trousers: Category = {
  slug: 'trousers',
  name: 'Trousers',
  garments: [
    {
      slug: 'ferry-pleated-trouser',
      title: 'Ferry Pleated Trouser',
      description:
        'Two forward pleats in a dry wool twill. High in the waist, easy through the thigh and tapered to the hem. Dry clean, press with a cloth.',
      price: '138.00',
      sizes: waists,
      colours: ['dimgray', 'tan', 'midnightblue'],
      age: 4,
      cut: { kind: 'trousers', cloth: 'wool', length: 1, leg: 0.82, front: 'pleats' },
    },
    {
      slug: 'slate-straight-jean',
      title: 'Slate Straight Jean',
      description:
        'Thirteen-ounce denim with five pockets and a straight leg. It starts firm and takes the shape of its wearer. Wash cold, rarely, and inside out.',
      price: '110.00',
      sizes: waists,
      colours: ['midnightblue', 'steelblue', 'black'],
      age: 22,
      cut: {
        kind: 'trousers',
        cloth: 'denim',
        length: 1,
        leg: 0.92,
        front: 'jeans',
        stitch: 'peru',
      },
    },
    {
      slug: 'furrow-cord-trouser',
      title: 'Furrow Cord Trouser',
      description:
        'Eight-wale cotton corduroy with a flat front and slant pockets. Cut straight with a soft hand that deepens with wear. Wash at 30 °C inside out.',
      price: '116.00',
      sizes: waists,
      colours: ['saddlebrown', 'darkolivegreen', 'beige'],
      age: 13,
      cut: { kind: 'trousers', cloth: 'cord', length: 1, leg: 0.98, front: 'flat' },
    },
    {
      slug: 'dune-linen-trouser',
      title: 'Dune Linen Trouser',
      description:
        'Mid-weight linen with a drawstring waist and a wide leg. It moves with the air and creases softly. Wash at 30 °C and hang by the hem.',
      price: '94.00',
      sizes: ['XS', 'S', 'M', 'L', 'XL'],
      colours: ['linen', 'darkseagreen', 'slategray'],
      age: 28,
      cut: { kind: 'trousers', cloth: 'linen', length: 1, leg: 1.25, front: 'drawstring' },
    },
    {
      slug: 'barrow-work-chino',
      title: 'Barrow Work Chino',
      description:
        'A broken twill chino with a straight leg and a turned-up hem. Mid-rise, with coin pocket and button fly. Wash at 40 °C and line dry.',
      price: '98.50',
      sizes: waists,
      colours: ['khaki', 'navy', 'olive'],
      age: 40,
      cut: {
        kind: 'trousers',
        cloth: 'twill',
        length: 0.97,
        leg: 0.9,
        front: 'flat',
        turnUp: true,
      },
    },
    {
      slug: 'sail-wide-trouser',
      title: 'Sail Wide-Leg Trouser',
      description:
        'Fluid twill with one deep pleat and a leg that widens from the hip. The waist sits high and the hem breaks on the shoe. Wash at 30 °C, iron on the reverse.',
      price: '126.00',
      sizes: waists,
      colours: ['ivory', 'black', 'maroon'],
      age: 7,
      cut: { kind: 'trousers', cloth: 'satin', length: 1, leg: 1.5, front: 'pleats' },
    },
    {
      slug: 'tide-twill-short',
      title: 'Tide Twill Short',
      description:
        'Washed cotton twill cut to just above the knee. A drawstring inside the waistband and a back welt pocket. Wash at 40 °C.',
      price: '58.00',
      sizes: waists,
      colours: ['darkkhaki', 'cadetblue', 'navy'],
      soldOut: true,
      age: 58,
      cut: { kind: 'trousers', cloth: 'twill', length: 0.47, leg: 1.25, front: 'drawstring' },
    },
  ],
};
