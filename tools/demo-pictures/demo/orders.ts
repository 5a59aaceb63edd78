export interface Order {
  /** Index of the customer. */
  customer: number;
  status: 'Pending' | 'Paid' | 'Held' | 'Refunded';
  /** Hours since it was placed. */
  age: number;
  lines: readonly { garment: string; quantity: number; size: string; colour: string }[];
}

function order(
  customer: number,
  status: Order['status'],
  age: number,
  ...lines: readonly string[]
): Order {
  return {
    customer,
    status,
    age,
    lines: lines.map((line) => {
      const [quantity = '1', garment = '', size = '', colour = ''] = line.split('|');
      return { garment, quantity: Number(quantity), size, colour };
    }),
  };
}

/** Each line reads `quantity|garment|size|colour`. */
export const orders: readonly Order[] = [
  order(0, 'Paid', 30, '1|harbour-overshirt|M|navy', '2|plain-tee|M|white'),
  order(0, 'Pending', 4, '1|watch-beanie|One size|goldenrod'),
  order(0, 'Paid', 1100, '1|alder-oxford-shirt|S|lightsteelblue'),
  order(1, 'Paid', 9, '1|warden-overcoat|L|tan', '1|tweed-fringed-scarf|One size|gray'),
  order(2, 'Paid', 52, '1|moor-fisherman-jumper|M|antiquewhite'),
  order(3, 'Held', 27, '1|beck-roll-neck|S|linen', '1|ferry-pleated-trouser|30|dimgray'),
  order(4, 'Paid', 120, '2|slate-straight-jean|32|midnightblue'),
  order(5, 'Paid', 200, '1|ledger-pleated-skirt|10|tan', '1|rib-long-sleeve|S|black'),
  order(6, 'Refunded', 390, '1|drover-chore-jacket|M|peru'),
  order(7, 'Paid', 75, '1|hythe-linen-dress|10|wheat', '1|market-tote|One size|ivory'),
  order(7, 'Pending', 13, '1|dune-linen-trouser|M|linen'),
  order(8, 'Paid', 640, '3|boot-socks|40–43|silver', '1|furrow-cord-trouser|34|saddlebrown'),
  order(9, 'Paid', 17, '1|sail-wide-trouser|28|ivory', '1|vale-slip-dress|8|rosybrown'),
  order(9, 'Pending', 2, '1|lamb-crew-jumper|S|rosybrown'),
];
