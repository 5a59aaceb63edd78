/** The pages that only the demo shop can have written; those of every shop are in `supabase/schemas/336_starting_pages.sql`. */
type Inline = { type: 'text'; text: string; marks?: object[] };

/** Text with links such as `[wholesale](/wholesale)`. */
const inlines = (text: string): Inline[] =>
  text
    .split(/(\[[^\]]+\]\([^)]+\))/)
    .filter(Boolean)
    .map((part) => {
      const [, name, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
      if (name === undefined) return { type: 'text', text: part };
      return { type: 'text', text: name, marks: [{ type: 'link', attrs: { href } }] };
    });

const paragraph = (text: string) => ({ type: 'paragraph', content: inlines(text) });
const section = (heading: string, ...texts: readonly string[]) => [
  { type: 'heading', attrs: { level: 2 }, content: inlines(heading) },
  ...texts.map(paragraph),
];
const picture = (src: string, alt: string, width: number, height: number) => ({
  type: 'image',
  attrs: { src, alt, width, height },
});

export const texts = [
  {
    slug: 'about',
    description:
      '{shop} is a small house with its own mill. It makes clothes from cloth it knows: most of it is woven and knitted under our own roof, in lengths short enough that we remember each one.',
    content: [
      picture(
        'built-in/stack-of-knits.webp',
        'Folded jumpers in wool, stacked on a table',
        1920,
        960,
      ),
      ...section(
        'The cloth',
        'We began with two looms and a room of borrowed yarn. Today eleven people work at the mill. They spin little and buy well: long-staple cotton, lambswool from the next valley, linen that was retted in the field. Cloth rests for a week before it is cut, so that a seam sewn on Monday still lies flat in March.',
      ),
      ...section(
        'The cut',
        'A pattern stays with us for years. We move a pocket by a centimeter, we lower an armhole, and we write down why. Most garments come in few colors and many sizes, because a good shape is of no use to those whom it does not fit.',
      ),
      ...section(
        'Retail and wholesale',
        'You can buy a single shirt here, and shops can buy forty. Both come from the same rail. Shops pay wholesale prices: [apply for wholesale](/wholesale).',
      ),
      ...section(
        'Repairs',
        'Spare buttons and a length of yarn come with every piece. If a seam opens we close it again, whenever you bought it. You pay the post, we pay the thread.',
      ),
    ],
  },
  {
    slug: 'privacy',
    description: 'What {shop} knows of you, what for, and how you see or delete it.',
    content: [
      ...section(
        'What we keep',
        'Name, address, email, phone and what you bought: we need them to deliver your orders, to answer you and for our books. We do not sell or lend any of it.',
      ),
      ...section(
        'Who else sees it',
        'The carrier gets the address on the parcel. The payment provider gets your email and the amount; your card number never reaches us.',
      ),
      ...section(
        'Your rights',
        'You can see, download or delete [the data we store about you](/user/your-data), or write to {email}. [Cookies](/cookies) lists what this shop stores in your browser.',
      ),
    ],
  },
  {
    slug: 'imprint',
    description: 'Who is behind {shop}.',
    content: [
      ...section('Seller', '{seller}', '{address}'),
      ...section('Contact', '{email}', '{phone}'),
    ],
  },
];
