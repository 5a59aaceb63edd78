/** The carousel's slides, newest first; each has a scene under `banners/<slug>.webp`. */
export const banners = [
  {
    slug: 'the-rail',
    header: 'Cloth first, then the cut',
    paragraph: 'Overcoats, overshirts and knits for the turn of the year, made from cloth we know.',
    age: 2,
  },
  {
    slug: 'stack-of-knits',
    header: 'Wool, spun and knitted',
    paragraph: 'Jumpers in lambswool, Shetland and merino. Washed once, then left alone.',
    age: 9,
  },
  {
    slug: 'window-linen',
    header: 'Linen for long light',
    paragraph: 'Shirts, trousers and dresses that stand away from the body and dry in an hour.',
    age: 20,
  },
] as const;
