/** A muted ground for each category, so that a page of one kind reads as one set. */
export const grounds: Readonly<Record<string, string>> = {
  shirts: '#dcd8cd',
  knitwear: '#d9ccbc',
  outerwear: '#d3d0c9',
  trousers: '#d6d2c8',
  dresses: '#dfd1c8',
  skirts: '#d2d6cd',
  't-shirts': '#dcdad5',
  accessories: '#d8cdba',
};

export const groundOf = (category: string) => grounds[category] ?? '#d8d3c8';
